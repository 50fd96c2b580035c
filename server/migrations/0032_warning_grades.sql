-- Plans made before there was a choice judge as they always did.
update plan set profile = profile || '{"warningGrades": "poorVision"}'
where profile <> '{}' and not profile ? 'warningGrades';
