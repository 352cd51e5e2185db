-- PostgreSQL 16 lacks the collation that `search_text` names: no ticket could be created there. The collation that takes its
-- place is the closest one of the server; a server that has it keeps the function as it is.
do $$
declare
  substitute text := (
    select 'collate ' || quote_ident(collname)
      from pg_collation
     where collnamespace = 'pg_catalog'::regnamespace
       and collname in ('C.utf8', 'C.UTF-8', 'und-x-icu')
       and collencoding in (-1, pg_char_to_encoding('UTF8'))
     order by collname = 'und-x-icu', collname
     limit 1);
begin
  if to_regcollation('pg_catalog.pg_c_utf8') is null then
    execute replace(pg_get_functiondef('search_text(text)'::regprocedure),
                    'collate "pg_c_utf8"', coalesce(substitute, ''));
  end if;
end $$;
