-- no transaction
-- Charges by the time at which they were made, to find those that the processor does not have; buyers by the card's token, to
-- know whether another one still uses a card.
create index concurrently if not exists purchases_paid on purchases (tenant_id, paid_at) where paid_at is not null;
create index concurrently if not exists buyers_card_token on buyers (card_token) where card_token is not null;
