-- Two-person control: which deeds of an enterprise need approval, and the approvals that were asked for.

-- The rules of a tenant, as one JSON list; null: none. Beside the other settings that every command reads.
alter table tenants add column approval_rules json;
-- How long an approval waits before its subject is given up.
alter table tenants add column approval_expires_after_hours integer not null default 168;

create table approvals (
  tenant_id integer not null references tenants,
  id text collate "C" not null,
  position bigint not null,
  status text not null check (status in ('awaiting', 'approved', 'rejected', 'expired', 'void')),
  -- What the rule is about, and what exactly awaits.
  deed text not null,
  subject_type text not null,
  -- Null for a batch of payouts, whose parts stand in approval_payouts.
  subject text collate "C",
  subject_count integer not null check (subject_count >= 0),
  amount_in_cents bigint check (amount_in_cents >= 0),
  description text not null,
  -- The API key or the person that asked, and in which role.
  made_by text collate "C" not null,
  made_as text not null,
  -- By the rule as it was then.
  needed smallint not null check (needed > 0),
  approvers json not null,
  -- The command that is carried out once it is approved, where it is no row that waits already.
  action json,
  -- Approvals that count: {by, role, at}.
  given json not null,
  -- Who rejected it and why.
  rejected json,
  activity json not null,
  user_data json,
  expires_at timestamptz not null,
  -- When time next does something to it: the approvers are told, then it expires.
  due_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, position)
);
create index approvals_due on approvals (tenant_id, due_at) where due_at is not null;
create index approvals_status on approvals (tenant_id, status, position);
-- One open approval for a subject: asked for again, it is the same one.
create unique index approvals_subject on approvals (tenant_id, deed, subject) where status = 'awaiting' and subject is not null;

-- The payouts that an approval is about. A payout that awaits is `ready` without a `due_at`: no sweep finds it, one of
-- version 0.1 neither, and its `batch_at` lies beyond all files, so that every audit counts what it holds.
create table approval_payouts (
  tenant_id integer not null,
  payout text collate "C" not null,
  approval text collate "C" not null,
  primary key (tenant_id, payout)
);
create index approval_payouts_approval on approval_payouts (tenant_id, approval, payout);

analyze approvals, approval_payouts;
