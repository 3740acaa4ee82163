# Generated from the API document by `npm run sdk`. Do not edit.

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Dict, List, Literal, Mapping, Sequence, TypedDict

from .._model import Model

ErrorCode = Literal["approval_not_allowed", "batch_invalid", "body_too_large", "card_declined", "embed_origin_exists", "enterprise_suspended", "external_id_taken", "headers_too_large", "idempotency_in_progress", "idempotency_key_reused", "incorrect_code", "insufficient_funds", "internal_error", "invalid_state", "key_expired", "limit_exceeded", "malformed_json", "malformed_request", "method_not_allowed", "network_not_allowed", "not_found", "p2p_expired", "permission_not_granted", "rate_limited", "request_timeout", "scope_missing", "unauthorized", "unavailable", "unsupported_media_type", "validation_failed", "webhook_exists"]


@dataclass(frozen=True, kw_only=True)
class EnterpriseOperatingAccount(Model):
    """Money ready to be paid out."""
    balance_in_cents: int
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class EnterprisePendingPayouts(Model):
    """Amounts and fees reserved for payouts that are not sent yet."""
    balance_in_cents: int
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class EnterprisePendingWithdrawals(Model):
    """Amounts of withdrawals that are not sent yet."""
    balance_in_cents: int
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class EnterpriseSettings(Model):
    """Applied by the provider on request."""
    ach_enabled: bool
    creator_verification_required: bool
    connect_use_case: Literal["Payout", "Generic"]
    fraud_refund_window_hours: int
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class EnterpriseSuspended(Model):
    """Absent unless your enterprise is suspended: then no new money moves out."""
    since: str
    reason: str
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Enterprise(Model):
    id: str
    name: str
    environment: Literal["sandbox", "production"]
    operating_account: EnterpriseOperatingAccount
    pending_payouts: EnterprisePendingPayouts
    pending_withdrawals: EnterprisePendingWithdrawals
    refunds_due_in_cents: int
    incoming_in_cents: int
    receivables_in_cents: int
    reserved_fees_in_cents: int
    settings: EnterpriseSettings
    suspended: EnterpriseSuspended | None = None
    created_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {"operating_account": EnterpriseOperatingAccount, "pending_payouts": EnterprisePendingPayouts, "pending_withdrawals": EnterprisePendingWithdrawals, "settings": EnterpriseSettings, "suspended": EnterpriseSuspended}


@dataclass(frozen=True, kw_only=True)
class Limit(Model):
    scope: Literal["enterprise", "key", "role", "creator"]
    of: str | None = None
    per: Literal["payment", "day", "month"]
    max_in_cents: int | None = None
    max_count: int | None = None
    used_in_cents: int | None = None
    used_count: int | None = None
    left_in_cents: int | None = None
    left_count: int | None = None
    frees_at: str | None = None
    used_by: str | None = None
    outcome: Literal["refuse", "approve"]
    needed: int | None = None
    approvers: List[str] | None = None
    set_by: Literal["enterprise", "provider"]
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Limits(Model):
    limits: List[Limit]
    new_bank_account_wait_hours: int
    NESTED: ClassVar[Mapping[str, Any]] = {"limits": Limit}


class _LegacyPayoutMethodRequired(TypedDict):
    type: Literal["ach"]
    name_on_account: str
    account_number: str
    routing_number: str
    account_type: Literal["checking", "savings"]
    first_name: str
    last_name: str
    street_line_1: str
    city: str
    state_abbreviation: str
    postal_code: str
    ssn: str


class LegacyPayoutMethod(_LegacyPayoutMethodRequired, total=False):
    street_line_2: str


@dataclass(frozen=True, kw_only=True)
class Grant(Model):
    name: Literal["payment.credit", "payment.debit"]
    expires_at: str | None = None
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Rejection(Model):
    """The last time that the creator was rejected in Connect; they may begin again. Absent if they never were, and once the connection is active: `activity` still has it."""
    code: Literal["identity_check_failed", "review_failed"]
    reason: str
    rejected_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Suspension(Model):
    """The bank has said that the bank account is closed, unknown or wrong: payouts to it are 409 `invalid_state`, until the creator gives another account. Absent otherwise."""
    code: str
    reason: str
    payout: str
    suspended_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class ActivityEntry(Model):
    entry: str
    date: str
    type: Literal["status_change", "transfer", "error"]
    status: str
    code: str | None = None
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class AccountConnection(Model):
    id: str
    external_id: str | None = None
    status: Literal["created", "pending", "active", "deleted"]
    type: Literal["direct", "ach", "wallet"] | None = None
    first_name: str
    last_name: str
    email: str
    business_name: str | None = None
    display_name: str | None = None
    requested_permissions: List[Literal["payment.credit", "payment.debit"]]
    permissions: List[Grant] | None = None
    verification_prompt: str
    rejection: Rejection | None = None
    suspension: Suspension | None = None
    user_data: Dict[str, Any] | None = None
    created_at: str
    updated_at: str
    destination: str | None = None
    activity: List[ActivityEntry]
    NESTED: ClassVar[Mapping[str, Any]] = {"permissions": Grant, "rejection": Rejection, "suspension": Suspension, "activity": ActivityEntry}


@dataclass(frozen=True, kw_only=True)
class AccountConnectionListed(Model):
    id: str
    external_id: str | None = None
    status: Literal["created", "pending", "active", "deleted"]
    type: Literal["direct", "ach", "wallet"] | None = None
    first_name: str
    last_name: str
    email: str
    business_name: str | None = None
    display_name: str | None = None
    requested_permissions: List[Literal["payment.credit", "payment.debit"]]
    permissions: List[Grant] | None = None
    verification_prompt: str
    rejection: Rejection | None = None
    suspension: Suspension | None = None
    user_data: Dict[str, Any] | None = None
    created_at: str
    updated_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {"permissions": Grant, "rejection": Rejection, "suspension": Suspension}


@dataclass(frozen=True, kw_only=True)
class ApprovalReference(Model):
    """Only where one was needed. While it is `awaiting`, nothing is paid."""
    id: str
    status: Literal["awaiting", "approved", "rejected", "expired", "void"]
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Payout(Model):
    id: str
    account_connection: str
    amount_in_cents: int
    description: str
    date: str
    type: Literal["direct", "ach", "wallet", "unclaimed"]
    status: Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"]
    destination: str | None = None
    fee_in_cents: int
    failure_code: str | None = None
    approval: ApprovalReference | None = None
    activity: List[ActivityEntry]
    user_data: Dict[str, Any] | None = None
    created_at: str
    updated_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {"approval": ApprovalReference, "activity": ActivityEntry}


@dataclass(frozen=True, kw_only=True)
class ContractActivityEntry(Model):
    entry: str
    date: str
    hidden: bool
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Contract(Model):
    id: str
    account_connection: str
    type: Literal["deposit_split"]
    status: Literal["created", "active", "declined", "terminated", "expired"]
    deposit_source: Literal["music_distribution", "video_ads", "live_streaming"]
    deposit_minimum_in_cents: int
    deposit_maximum_in_cents: int | None
    split_percent_amount: float
    split_fixed_amount_in_cents: int
    split_amount_max_in_cents: int | None
    fee_fixed_amount_in_cents: int
    fee_percent_amount: float
    fee_amount_max_in_cents: int | None
    activity: List[ContractActivityEntry]
    expires_at: str | None
    agreement_at: str | None
    agreement_ip: str | None
    deleted_at: str | None
    user_data: Dict[str, Any] | None = None
    created_at: str
    updated_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {"activity": ContractActivityEntry}


@dataclass(frozen=True, kw_only=True)
class P2p(Model):
    id: str
    source: str
    destination: str
    amount_in_cents: int
    description: str
    status: Literal["created", "pending", "sent", "error", "expired"]
    expires_at: str
    failed_commits: int
    activity: List[ActivityEntry]
    user_data: Dict[str, Any] | None = None
    created_at: str
    updated_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {"activity": ActivityEntry}


@dataclass(frozen=True, kw_only=True)
class ConnectUrl(Model):
    url: str
    created_at: str
    expires_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class EmbedOrigin(Model):
    id: str
    origin: str
    created_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class EmbedOriginDeleted(Model):
    id: str
    origin: str
    deleted: Literal[True]
    NESTED: ClassVar[Mapping[str, Any]] = {}


class _PayoutCreateRequired(TypedDict):
    account_connection: str
    amount_in_cents: int


class PayoutCreate(_PayoutCreateRequired, total=False):
    description: str | None
    date: str | None
    user_data: Mapping[str, Any] | None


@dataclass(frozen=True, kw_only=True)
class PayoutBatch(Model):
    payouts: List[Payout]
    NESTED: ClassVar[Mapping[str, Any]] = {"payouts": Payout}


@dataclass(frozen=True, kw_only=True)
class Withdrawal(Model):
    id: str
    amount_in_cents: int
    fee_in_cents: int
    description: str
    status: Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"]
    destination: str
    failure_code: str | None = None
    approval: ApprovalReference | None = None
    activity: List[ActivityEntry]
    user_data: Dict[str, Any] | None = None
    created_at: str
    updated_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {"approval": ApprovalReference, "activity": ActivityEntry}


@dataclass(frozen=True, kw_only=True)
class SplitPreview(Model):
    contract: str
    amount_in_cents: int
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class DepositPreview(Model):
    account_connection: str
    deposit_source: Literal["music_distribution", "video_ads", "live_streaming"]
    amount_in_cents: int
    splits: List[SplitPreview]
    remaining_in_cents: int
    NESTED: ClassVar[Mapping[str, Any]] = {"splits": SplitPreview}


@dataclass(frozen=True, kw_only=True)
class Split(Model):
    id: str
    contract: str
    deposit: str
    deposit_amount_in_cents: int
    amount_in_cents: int
    created_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Card(Model):
    last_four: str
    brand: Literal["VISA", "MASTERCARD", "AMERICAN_EXPRESS", "DISCOVER", "DINERS_CLUB", "JCB", "UNION_PAY"]
    expiration_month: int
    expiration_year: int
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Buyer(Model):
    id: str
    external_id: str | None = None
    first_name: str | None = None
    last_name: str | None = None
    email: str | None = None
    payment_method_embed_url: str
    card: Card | None
    user_data: Dict[str, Any] | None = None
    created_at: str
    updated_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {"card": Card}


@dataclass(frozen=True, kw_only=True)
class PurchaseItem(Model):
    name: str
    description: str | None = None
    amount_in_cents: int
    quantity: int
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Dispute(Model):
    """The newest dispute of the charge. Absent where there was none."""
    status: Literal["inquiry", "needs_response", "under_review", "won", "lost"]
    amount_in_cents: int
    reason: str | None = None
    respond_by: str | None = None
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Purchase(Model):
    id: str
    buyer: str
    status: Literal["created", "pending", "settling", "completed", "error", "canceled", "refunded", "reversed"]
    items: List[PurchaseItem]
    total_in_cents: int
    fee_in_cents: int
    net_total_in_cents: int
    receipt_pdf_url: str | None = None
    payment_card_brand: Literal["VISA", "MASTERCARD", "AMERICAN_EXPRESS", "DISCOVER", "DINERS_CLUB", "JCB", "UNION_PAY"] | None = None
    payment_card_last_four: str | None = None
    refunded_in_cents: int | None = None
    dispute: Dispute | None = None
    approval: ApprovalReference | None = None
    activity: List[ActivityEntry]
    auto_refund_on_fraud: bool
    user_data: Dict[str, Any] | None = None
    created_at: str
    updated_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {"items": PurchaseItem, "dispute": Dispute, "approval": ApprovalReference, "activity": ActivityEntry}


class _PurchaseItemCreateRequired(TypedDict):
    name: str
    amount_in_cents: int


class PurchaseItemCreate(_PurchaseItemCreateRequired, total=False):
    description: str | None
    quantity: int | None


@dataclass(frozen=True, kw_only=True)
class Refund(Model):
    id: str
    purchase: str
    status: Literal["awaiting", "pending", "succeeded", "failed", "canceled"]
    amount_in_cents: int
    reason: str | None = None
    approval: ApprovalReference | None = None
    activity: List[ActivityEntry]
    created_at: str
    updated_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {"approval": ApprovalReference, "activity": ActivityEntry}


@dataclass(frozen=True, kw_only=True)
class Webhook(Model):
    id: str
    url: str
    event: Literal["account_connection.update", "payout.update", "buyer.update", "purchase.update", "contract.update", "approval.update", "withdrawal.update", "alert.update"]
    format: Literal["full"] | None = None
    user_data: Dict[str, Any] | None = None
    disabled_at: str | None = None
    disabled_because: str | None = None
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class WebhookDeleted(Model):
    id: str
    url: str
    event: Literal["account_connection.update", "payout.update", "buyer.update", "purchase.update", "contract.update", "approval.update", "withdrawal.update", "alert.update"]
    deleted: Literal[True]
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class WebhookSecret(Model):
    secret: str
    previous_secret: str | None = None
    previous_valid_until: str | None = None
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class DeliveryAttempt(Model):
    attempt: int
    at: str
    duration_ms: int
    status: int | None = None
    error: str | None = None
    answer: str | None = None
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Delivery(Model):
    id: str
    event: str | None = None
    resource: str
    status: Literal["queued", "sending", "delivered", "dead"]
    next_attempt_at: str | None = None
    attempts: List[DeliveryAttempt]
    created_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {"attempts": DeliveryAttempt}


@dataclass(frozen=True, kw_only=True)
class WebhookRecovered(Model):
    queued: int
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class ApprovalSubject(Model):
    """What is to be approved."""
    type: Literal["payout", "payout_batch", "pay_file", "withdrawal", "refund", "api_key", "person", "approval_rules", "limits"]
    id: str | None = None
    count: int
    description: str
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class ApprovalGiven(Model):
    by: str
    at: str
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class ApprovalRejected(Model):
    """Who said no. Absent unless somebody did."""
    by: str
    at: str
    reason: str | None = None
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Approval(Model):
    id: str
    status: Literal["awaiting", "approved", "rejected", "expired", "void"]
    deed: Literal["payout", "withdrawal", "refund", "api_key", "person", "approval_rules"]
    subject: ApprovalSubject
    amount_in_cents: int | None = None
    requested_by: str
    needed: int
    approvers: List[Literal["admin", "developer", "finance", "viewer", "api_key"]]
    given: List[ApprovalGiven]
    rejected: ApprovalRejected | None = None
    activity: List[ActivityEntry]
    expires_at: str
    created_at: str
    updated_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {"subject": ApprovalSubject, "given": ApprovalGiven, "rejected": ApprovalRejected, "activity": ActivityEntry}


@dataclass(frozen=True, kw_only=True)
class Alert(Model):
    id: str
    status: Literal["raised", "cleared"]
    kind: Literal["low_balance", "large_payout", "unusual_payout", "returns", "bank_file", "webhook"]
    resource: str | None = None
    summary: str
    activity: List[ActivityEntry]
    cleared_at: str | None = None
    created_at: str
    updated_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {"activity": ActivityEntry}


@dataclass(frozen=True, kw_only=True)
class Event(Model):
    id: str
    position: int
    type: Literal["account_connection.update", "payout.update", "buyer.update", "purchase.update", "contract.update", "approval.update", "withdrawal.update", "alert.update"]
    event: Literal["account_connection.update", "payout.update", "buyer.update", "purchase.update", "contract.update", "approval.update", "withdrawal.update", "alert.update"]
    resource: str
    timestamp: int
    user_data: Dict[str, Any]
    changes: Dict[str, Any] | None = None
    summary: str
    created_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class AuditEntry(Model):
    position: int
    at: str
    person_id: str
    person: str
    action: str
    subject: str | None = None
    details: Dict[str, Any]
    environment: Literal["sandbox", "production"] | None = None
    address: str | None = None
    request_id: str | None = None
    hash: str
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class LoggedRequest(Model):
    request_id: str
    at: str
    method: str
    path: str
    status: int
    duration_ms: float
    request_body: Any | None = None
    response_body: Any | None = None
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Clock(Model):
    now: str
    NESTED: ClassVar[Mapping[str, Any]] = {}


class _SandboxGrantRequired(TypedDict):
    name: Literal["payment.credit", "payment.debit"]


class SandboxGrant(_SandboxGrantRequired, total=False):
    expires_at: str


@dataclass(frozen=True, kw_only=True)
class SandboxIdempotencyExpired(Model):
    path: str
    idempotency_key: str
    expired: Literal[True]
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class DepositSplit(Model):
    id: str
    contract: str
    amount_in_cents: int
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Deposit(Model):
    id: str
    account_connection: str
    deposit_source: Literal["music_distribution", "video_ads", "live_streaming"]
    amount_in_cents: int
    splits: List[DepositSplit]
    remaining_in_cents: int
    created_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {"splits": DepositSplit}


@dataclass(frozen=True, kw_only=True)
class SandboxWithdrawal(Model):
    id: str
    amount_in_cents: int
    status: Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"]
    destination: str
    activity: List[ActivityEntry]
    created_at: str
    updated_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {"activity": ActivityEntry}


@dataclass(frozen=True, kw_only=True)
class SandboxBankAccount(Model):
    destination: str
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class SandboxFundedOperatingAccount(Model):
    """Money ready to be paid out, afterwards."""
    balance_in_cents: int
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class SandboxFunded(Model):
    operating_account: SandboxFundedOperatingAccount
    NESTED: ClassVar[Mapping[str, Any]] = {"operating_account": SandboxFundedOperatingAccount}


@dataclass(frozen=True, kw_only=True)
class Message(Model):
    id: str
    channel: Literal["email", "sms"]
    kind: Literal["login_created", "account_opened", "invite", "payout_issued", "bank_corrected", "bank_suspended", "webhook_disabled", "daily_summary", "withdrawal", "person_invited", "password_reset", "security_notice", "email_code", "creator_password_reset", "login_changed", "p2p_code", "sign_in_code", "approval_needed", "approval_decided", "alert_raised"]
    to: str
    subject: str | None = None
    text: str
    html: str | None = None
    status: Literal["queued", "delivered", "captured", "suppressed", "failed"]
    why: str | None = None
    created_at: str
    NESTED: ClassVar[Mapping[str, Any]] = {}


@dataclass(frozen=True, kw_only=True)
class Notification(Model):
    """Exactly the first four fields; `changes` and `summary` only where the `format` of the webhook is `full`. Read the resource to see what it is now."""
    event: Literal["account_connection.update", "payout.update", "buyer.update", "purchase.update", "contract.update", "approval.update", "withdrawal.update", "alert.update"]
    id: str
    timestamp: int
    user_data: Dict[str, Any]
    changes: Dict[str, Any] | None = None
    summary: str | None = None
    NESTED: ClassVar[Mapping[str, Any]] = {}
