-- Who asks for a code, the wait between password and code, and no typed text kept about accounts that do not exist.

alter table app_user
  -- the right password was given and the code is still to come; until then the owner's codes are counted apart
  add column second_step_until timestamptz;

-- Codes of the second step live five minutes: whoever waits for one asks again.
delete from sms_code where purpose like 'secondStep:%';
alter table sms_code
  -- owner: by account, after the right password; account: by account alone; phone: by the number
  add column asked_by text not null default 'phone' check (asked_by in ('owner', 'account', 'phone'));

-- From now on an account that does not exist is counted under a keyed hash: people type passwords into that field.
delete from login_failure;
delete from login_lock where not exists (select 1 from app_user u where u.account_key = login_lock.account_key);
