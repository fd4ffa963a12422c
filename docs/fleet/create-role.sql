-- Change the password. The role is no superuser: row-level security holds for it.
CREATE ROLE fleet LOGIN PASSWORD 'change me';
CREATE DATABASE agent_replay OWNER fleet;
