/** Statements that look at the rows of all tenants on purpose: on a cluster every server is asked. Each with its reason. */
export const OF_ALL_TENANTS: readonly (readonly [reason: string, form: RegExp])[] = [
  ['polls: which tenants and webhooks have something to do', /\btenant_activity\b/],
  ['polls: which tenants have a pay file to pay', /^select distinct file\.tenant_id as tenant from pay_files/],
  ['polls: which files of a bank have left', /^select distinct tenant\.id as tenant, \w+\.ach_file as file/],
  ['the doctor: whether anybody answers the calls of webhooks', /^select substring\(webhook\.url from/],
  ['sweeps: what is past its time', /^delete from \w+ where .*(statement_timestamp\(\)|with ordinality)/],
  ['sweeps: what is past its time', /^select tenant_id, webhook_id, id from deliveries where status in/],
  ['sweeps: deliveries of deleted webhooks', /^select gap\.tenant_id as tenant, next\.webhook_id as webhook/],
  ['sweeps: logins that were never proven', /^update creators set email = id/],
  ['the audit of all books', /^with (business|explained|moved|mine|expected|posted) as/],
  ['the audit of all books', /^select (\w+\.)?tenant_id as tenant, format\(/],
  ['alerts of all enterprises', /^select tenant\.id as tenant, tenant\.environment, tenant\.alert_settings/],
  [
    'the console: alerts of all enterprises',
    /^select (count\(\*\)::int as total|alert\.tenant_id as tenant, .*) from alerts alert join/,
  ],
  ['figures of the whole service', /^select (clock|tenant)\.environment,/],
  ['figures of the bank', /^select (direction, status, )?count\(\*\)::int as count, coalesce\((max|sum)\(/],
  ['figures of the bank', /^select exists \(select 1 from ach_files\)/],
  ['figures of the bank', /^select coalesce\(payout\.return_code/],
  [
    'a bank’s day: what the books of its enterprises have for it',
    /^select transfer\.(source_id as about|tenant_id as book), .* join tenants tenant on tenant\.id = \w+\.tenant_id where tenant\.bank_id = /,
  ],
  [
    'a day of the card processor: what the enterprises of a bank have charged',
    /^select charged\.tenant_id as owner, charged\.id, charged\.total_in_cents as total/,
  ],
  [
    'the console: connections of all enterprises in review',
    /^select (count\(\*\)::int as count|connection\.id as connection).* from account_connections connection/,
  ],
  ['one creator, seen by all enterprises of a bank', /from \( select tenant\.id, enterprise\.name as enterprise/],
  ['one creator, seen by all enterprises of a bank', /^select document, version, min\(agreed_at\)/],
  ['a device that a creator has signed in from, at any bank', /^select 1 from creator_devices device join creators/],
  ['a card that the processor knows may be of several buyers', /^select 1 from buyers where card_token = /],
  ['a logo by the digest that its address is made of', /^select logo from enterprise_brands where logo_digest = /],
  [
    'sweeps: evidence whose time to be kept is over',
    /^select \w+\.tenant_id, \w+\.account_connection from creator_erasures/,
  ],
  ['sign-in by an e-mail at any bank', /from creators where password_hash is not null and \(tenant_id, id\) in/],
  ['a token of version 0.1 names no tenant', /where token_hash = \$\d+::bytea and/],
  ['the verdict of an identity provider names no tenant', /from identity_checks where key = /],
  ['the vault’s key is replaced in every row', /_sealed\b.*\blimit \$\d+$/],
]

export const reasonOf = (list: typeof OF_ALL_TENANTS, text: string): string | undefined =>
  list.find(([, form]) => form.test(text))?.[0]
