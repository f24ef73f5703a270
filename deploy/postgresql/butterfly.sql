-- The role and the database of the account API: psql --file=butterfly.sql, as the superuser.
create role butterfly login password 'password-of-butterfly';
-- As DATABASE_TIMEOUT_MS, and twice that. A pooler keeps the settings of a client from PostgreSQL, so the role has them.
alter role butterfly set statement_timeout = '5s';
alter role butterfly set idle_in_transaction_session_timeout = '10s';
create database butterfly owner butterfly;
