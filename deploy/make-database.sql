-- What Patroni runs once, on the first primary of a new cluster: the role and the database of DATABASE_URL.
\getenv password GUIDE_PASSWORD
create role guide login password :'password';
create database guide owner guide;
