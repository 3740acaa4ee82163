"""Every operation of the document is called, by the sync and by the async client."""

from __future__ import annotations

import time
from typing import Any, Callable

import httpx
import pytest
from conftest import Sandbox, connected, creator

from tributary import OPERATIONS, ApiError, CallOptions, Hooks, models

TERMS: dict[str, Any] = {"type": "deposit_split", "deposit_source": "video_ads", "split_percent_amount": 10}
FUTURE = "2090-01-01T00:00:00Z"


def until(reached: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not reached():
        assert time.monotonic() < end
        time.sleep(0.02)


def connections(client: Any) -> str:
    made = client.account_connections.create(**creator(external_id="artist-1", user_data={"a": 1}))
    assert isinstance(made, models.AccountConnection)
    assert (made.status, made.user_data, made.type) == ("created", {"a": 1}, None)
    assert client.account_connections.get_by_external_id("artist-1") == made
    assert "/connect/" in client.connect.create_link(account_connection=made.id).url
    assert client.connect.create_invite(account_connection=made.id, send_email=False).url
    assert client.sandbox.connect(account_connection=made.id, type="direct").status == "active"
    assert client.account_connections.update(made.id, display_name="Ally").display_name == "Ally"
    found = client.account_connections.get(made.id)
    assert (found.type, {one.name for one in found.permissions}) == ("direct", {"payment.credit", "payment.debit"})
    assert [one.id for one in client.account_connections.list(external_id="artist-1")] == [made.id]
    origin = client.embed_origins.create(origin="https://shop.example.com")
    assert [one.id for one in client.embed_origins.list()] == [origin.id]
    assert client.embed_origins.delete(origin.id).deleted is True
    return str(made.id)


def payouts(client: Any, connection: str) -> None:
    made = client.payouts.create(account_connection=connection, amount_in_cents=12_500, description="Royalties")
    assert (made.status, made.activity[0].type) == ("pending", "status_change")
    body = {"account_connection": connection, "amount_in_cents": 1}
    batch = client.payouts.create_batch(payouts=[{**body, "date": FUTURE}, body]).payouts
    assert client.payouts.update(batch[0].id, status="canceled").status == "canceled"
    assert client.payouts.get(made.id).description == "Royalties"
    assert [one.id for one in client.payouts.list(page_size=1)] == [batch[1].id, batch[0].id, made.id]
    assert len(list(client.account_connections.list_payouts(connection))) == 3
    bank = client.account_connections.create(**creator("Bob", requested_permissions=["payment.credit"]))
    client.sandbox.connect(account_connection=bank.id, type="ach")
    returned, failed = (client.payouts.create(account_connection=bank.id, amount_in_cents=100) for _ in range(2))
    assert client.sandbox.fail_payout(payout=failed.id).status == "error"
    client.sandbox.advance_clock(seconds=3_600)
    assert client.sandbox.return_payout(payout=returned.id, code="R03").status == "returned"


def between_creators(client: Any, source: str) -> None:
    destination = connected(client, "Dora")
    asked = client.p2p.create(source=source, destination=destination, amount_in_cents=2_500)
    assert client.p2p.update(asked.id, user_data={"n": 1}).user_data == {"n": 1}
    assert client.p2p.commit(asked.id, code="000000").status == "pending"
    assert client.p2p.get(asked.id).id == asked.id
    for listing in (
        client.p2p.list(),
        client.account_connections.list_p2p(source),
        client.account_connections.list_p2p_with(source, destination),
    ):
        assert [one.id for one in listing] == [asked.id]
    contract = client.contracts.create(account_connection=source, **TERMS)
    client.sandbox.contract(contract=contract.id, decision="accept")
    arriving = {"account_connection": source, "deposit_source": "video_ads", "amount_in_cents": 10_000}
    assert len(client.contracts.preview(**arriving).splits) == 1
    assert len(client.sandbox.deposit(**arriving).splits) == 1
    assert client.contracts.get(contract.id).status == "active"
    assert len(list(client.contracts.list(status="active"))) == 1
    assert len(list(client.account_connections.list_contracts(source))) == 1
    assert len(list(client.contracts.list_activity(contract.id))) > 1
    assert len(list(client.contracts.list_splits(contract.id))) == 1
    assert client.contracts.delete(contract.id).status == "terminated"


def sales(client: Any) -> None:
    buyer = client.buyers.create(external_id="customer-1")
    card = {"number": "4242424242424242", "expiration_month": 12, "expiration_year": 2040}
    assert client.sandbox.card(buyer=buyer.id, **card).card.last_four == "4242"
    assert client.buyers.update(buyer.id, first_name="Ben").first_name == "Ben"
    # `None` is sent as null, which clears; what is left out stays.
    assert client.buyers.update(buyer.id, email=None).first_name == "Ben"
    assert client.buyers.get(buyer.id).id == client.buyers.get_by_external_id("customer-1").id
    assert len(list(client.buyers.list())) == 1
    ids = []
    for _ in range(3):
        order = client.purchases.create(
            buyer=buyer.id, items=[{"name": "Ticket", "amount_in_cents": 4_500}], auto_refund_on_fraud=True
        )
        assert client.purchases.commit(order.id).status == "pending"
        ids.append(order.id)
    client.sandbox.advance_clock(seconds=7_200)
    assert client.purchases.get(ids[0]).net_total_in_cents == 4_339
    assert client.sandbox.fraud_alert(purchase=ids[0]).status == "refunded"
    assert client.sandbox.chargeback(purchase=ids[1]).status == "reversed"
    assert client.sandbox.dispute(purchase=ids[1], status="won").status == "completed"
    refund = client.purchases.refund(ids[2], amount_in_cents=500, reason="One seat was broken")
    assert client.purchases.get_refund(refund.id).amount_in_cents == 500
    assert len(list(client.purchases.list_refunds(ids[2]))) == 1
    third = client.purchases.create(buyer=buyer.id, items=[{"name": "Ticket", "amount_in_cents": 1}])
    assert client.purchases.update(third.id, status="canceled").status == "canceled"
    assert len(list(client.purchases.list())) == 4
    assert len(list(client.buyers.list_purchases(buyer.id, page_size=2))) == 4


def notifications(client: Any, connection: str, url: str, received: list[Any]) -> None:
    hook = client.webhooks.create(url=url, event="account_connection.update")
    assert client.webhooks.get(hook.id) == hook
    assert list(client.webhooks.list()) == [hook]
    changed = client.webhooks.update(hook.id, user_data={"team": "payments"})
    assert (changed.id, changed.url, changed.user_data) == (hook.id, hook.url, {"team": "payments"})
    assert client.webhooks.get_secret(hook.id).secret.startswith("whsec_")
    assert client.webhooks.rotate_secret(hook.id).previous_secret.startswith("whsec_")
    client.account_connections.update(connection, user_data={"n": 2})
    until(lambda: len(received) == 1)
    until(lambda: [one.status for one in client.webhooks.list_deliveries(hook.id)] == ["delivered"])
    (delivery,) = client.webhooks.list_deliveries(hook.id)
    assert client.webhooks.get_delivery(hook.id, delivery.id) == delivery
    client.webhooks.redeliver(hook.id, delivery.id)
    client.webhooks.test(hook.id)
    assert client.webhooks.recover(hook.id, since="2020-01-01T00:00:00Z")
    positions = [one.position for one in client.events.list(page_size=2)]
    assert positions == list(range(1, len(positions) + 1))
    assert client.audit_log.list().page().data is not None
    until(lambda: len(client.request_log.list(status="2xx").page().data) > 0)
    assert client.webhooks.delete(hook.id).deleted is True
    client.sandbox.fund(amount_in_cents=100)
    client.sandbox.take_back_funds(amount_in_cents=1)
    assert list(client.sandbox.list_messages())
    assert client.enterprise.get().operating_account.balance_in_cents > 0
    assert client.enterprise.get_limits().new_bank_account_wait_hours == 0
    (alert,) = client.alerts.list()
    assert client.alerts.get(alert.id).kind == "low_balance"
    assert client.sandbox.get_clock().now


def approvals(client: Any, approver: Any, connection: str) -> None:
    """Another key must agree to a payout of 50,000.00 and more."""

    def ask() -> str:
        made = client.payouts.create(account_connection=connection, amount_in_cents=5_000_000)
        assert made.approval.status == "awaiting"
        return str(made.approval.id)

    first = ask()
    assert client.approvals.get(first).needed == 1
    assert len(list(client.approvals.list_payouts(first))) == 1
    assert approver.approvals.reject(first, reason="Too much").status == "rejected"
    assert approver.approvals.approve(ask()).status == "approved"
    assert len(list(client.approvals.list(status="approved"))) == 1


def withdrawals(client: Any, connection: str) -> None:
    sandbox = client.sandbox
    assert sandbox.withdraw(account_connection=connection, amount_in_cents=100).status == "pending"
    account = {"name_on_account": "Acme", "account_number": "000111222333", "routing_number": "021000021"}
    registered = sandbox.set_bank_account(**account, account_type="checking")
    sent = client.withdrawals.create(amount_in_cents=100)
    failed = client.withdrawals.create(amount_in_cents=200)
    assert sent.destination == registered.destination
    assert client.withdrawals.update(sent.id, description="Surplus").description == "Surplus"
    assert sandbox.fail_withdrawal(withdrawal=failed.id).status == "error"
    sandbox.advance_clock(seconds=3_600)
    assert client.withdrawals.get(sent.id).status == "sent"
    assert len(list(client.withdrawals.list(status="sent"))) == 1
    assert sandbox.return_withdrawal(withdrawal=sent.id, code="R02").status == "returned"


def trials(client: Any, connection: str) -> None:
    body = {"account_connection": connection, "amount_in_cents": 100}
    assert client.payouts.create(**body, dry_run=True).raw["dry_run"] is True
    once = CallOptions(idempotency_key="again")
    made = client.payouts.create(**body, options=once)
    assert client.payouts.create(**body, options=once).id == made.id
    client.sandbox.expire_idempotency_key(path="/payout", idempotency_key="again")
    assert client.payouts.create(**body, options=once).id != made.id
    granted = client.sandbox.set_permissions(account_connection=connection, permissions=[{"name": "payment.debit"}])
    assert [one.name for one in granted.permissions] == ["payment.debit"]


def test_every_operation(sandbox: Sandbox, make_client: Any, serve: Any) -> None:
    called: set[str] = set()

    def note(outcome: Any) -> None:
        if (outcome.status or 500) < 400:
            called.add(outcome.attempt.operation)

    client = make_client(sandbox.api_key, base_url=sandbox.base_url, hooks=Hooks(on_response=note))

    def taken(handler: Any) -> None:
        handler.send_response(204)
        handler.end_headers()

    server = serve(taken)
    connection = connections(client)
    payouts(client, connection)
    between_creators(client, connection)
    sales(client)
    notifications(client, connection, server.url, server.received)
    approver = make_client(sandbox.approver_key, base_url=sandbox.base_url, hooks=Hooks(on_response=note))
    approvals(client, approver, connection)
    withdrawals(client, connection)
    trials(client, connection)
    document = httpx.get(f"{sandbox.base_url}/openapi.json").json()
    operations = {one["operationId"] for methods in document["paths"].values() for one in methods.values()}
    assert called == operations == set(OPERATIONS)
    assert len(operations) > 60


def test_a_refusal_is_an_error_with_its_code(sandbox: Sandbox, make_client: Any) -> None:
    client = make_client(sandbox.api_key, base_url=sandbox.base_url)
    hook = client.webhooks.create(url="https://example.com/", event="payout.update")
    with pytest.raises(ApiError) as exists:
        client.webhooks.create(url="https://example.com/", event="payout.update")
    assert (exists.value.code, exists.value.existing_id, exists.value.status) == ("webhook_exists", hook.id, 409)
    assert exists.value.request_id.startswith("req_")
    with pytest.raises(ApiError) as invalid:
        client.payouts.create(account_connection="", amount_in_cents=0.5)
    assert sorted(one["param"] for one in invalid.value.errors) == ["account_connection", "amount_in_cents"]
    with pytest.raises(ApiError) as batch:
        client.payouts.create_batch(payouts=[{"account_connection": "x", "amount_in_cents": 1}])
    assert [one["index"] for one in batch.value.details] == [0]
