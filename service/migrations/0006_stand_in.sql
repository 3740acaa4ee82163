-- Stand-in: replaced by the migration that another branch brings under this number.
select 1;
