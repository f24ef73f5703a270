-- The role and the database of the account API: psql --file=butterfly.sql, as the superuser.
create role butterfly login password 'password-of-butterfly';
-- DATABASE_TIMEOUT_MS, and twice that. The role has these limits, because a pooler does not pass a client's on to PostgreSQL.
alter role butterfly set statement_timeout = '5s';
alter role butterfly set idle_in_transaction_session_timeout = '10s';
create database butterfly owner butterfly;
