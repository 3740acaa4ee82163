-- What an operator has booked a payout of the card processor as that the bank never credited; null for any other.

alter table processor_transactions add column decided_as text;
