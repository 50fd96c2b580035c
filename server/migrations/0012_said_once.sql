-- What a row says is kept as its changes and what differs from them; previews from before wait to be confirmed. A day that
-- was not said stands among the changes only because it was filled in.
update import_row
set reading = (reading - 'fields') || jsonb_build_object('besides', '{"checkedOn": null}'::jsonb || (reading -> 'fields'))
where reading ? 'fields';
