-- The language in which a creator reads, learned from their browser, for the mails to them.

create table reader_languages (
  -- A keyed digest of the address or number: it can be found, and not read.
  digest text collate "C" primary key,
  language text not null check (language in ('en', 'es')),
  learned_at timestamptz not null
);

analyze reader_languages;
