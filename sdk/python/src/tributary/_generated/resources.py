# Generated from the API document by `npm run sdk`. Do not edit.

from __future__ import annotations

from typing import Any, List, Literal, Mapping, Sequence

from .._call import UNSET, AsyncSend, Call, CallOptions, Send, Unset, given, path
from .._listing import AsyncListing, Listing
from .models import (
    AccountConnection,
    AccountConnectionListed,
    ActivityEntry,
    Alert,
    Approval,
    ApprovalGiven,
    ApprovalReference,
    ApprovalRejected,
    ApprovalSubject,
    AuditEntry,
    Buyer,
    Card,
    Clock,
    ConnectUrl,
    Contract,
    ContractActivityEntry,
    Delivery,
    DeliveryAttempt,
    Deposit,
    DepositPreview,
    DepositSplit,
    Dispute,
    EmbedOrigin,
    EmbedOriginDeleted,
    Enterprise,
    EnterpriseOperatingAccount,
    EnterprisePendingPayouts,
    EnterprisePendingWithdrawals,
    EnterpriseSettings,
    EnterpriseSuspended,
    Event,
    Grant,
    LegacyPayoutMethod,
    Limit,
    Limits,
    LoggedRequest,
    Message,
    Notification,
    P2p,
    Payout,
    PayoutBatch,
    PayoutCreate,
    Purchase,
    PurchaseItem,
    PurchaseItemCreate,
    Refund,
    Rejection,
    SandboxBankAccount,
    SandboxFunded,
    SandboxFundedOperatingAccount,
    SandboxGrant,
    SandboxIdempotencyExpired,
    SandboxWithdrawal,
    Split,
    SplitPreview,
    Suspension,
    Webhook,
    WebhookDeleted,
    WebhookRecovered,
    WebhookSecret,
    Withdrawal,
)

OPERATIONS = ("getEnterprise", "getLimits", "createAccountConnection", "getAccountConnection", "getAccountConnectionByExternalId", "updateAccountConnection", "listAccountConnections", "listPayoutsOfConnection", "listContractsOfConnection", "listP2pOfConnection", "listP2pBetweenConnections", "createConnectLink", "createConnectInvite", "createEmbedOrigin", "listEmbedOrigins", "deleteEmbedOrigin", "createPayout", "createPayouts", "getPayout", "updatePayout", "listPayouts", "createWithdrawal", "getWithdrawal", "updateWithdrawal", "listWithdrawals", "createP2p", "commitP2p", "getP2p", "updateP2p", "listP2p", "createContract", "getContract", "listContracts", "deleteContract", "previewDeposit", "listContractActivity", "listSplits", "createBuyer", "getBuyer", "getBuyerByExternalId", "updateBuyer", "listBuyers", "listPurchasesOfBuyer", "createPurchase", "commitPurchase", "getPurchase", "updatePurchase", "listPurchases", "createRefund", "listRefunds", "getRefund", "createWebhook", "getWebhook", "listWebhooks", "updateWebhook", "deleteWebhook", "getWebhookSecret", "rotateWebhookSecret", "listDeliveries", "getDelivery", "redeliver", "recoverWebhook", "testWebhook", "getApproval", "listApprovals", "listPayoutsOfApproval", "approveApproval", "rejectApproval", "getAlert", "listAlerts", "listEvents", "listAuditEntries", "listRequests", "getClock", "advanceClock", "simulateConnect", "simulatePermissions", "simulateIdempotencyExpiry", "simulateDeposit", "simulateCard", "simulateContract", "simulatePayoutReturn", "simulatePayoutError", "simulateWithdrawal", "simulateBankAccount", "simulateWithdrawalReturn", "simulateWithdrawalError", "simulateFraudAlert", "simulateChargeback", "simulateDispute", "simulateFunding", "simulateFundingReturn", "listMessages",)


class EnterpriseResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(self, *, options: CallOptions | None = None) -> Enterprise:
        """Read your enterprise."""
        return Enterprise.from_dict(self._send(Call("getEnterprise", "GET", "/enterprise", None, None, options)))

    def get_limits(self, *, account_connection: str | Unset = UNSET, options: CallOptions | None = None) -> Limits:
        """Read your limits."""
        return Limits.from_dict(self._send(Call("getLimits", "GET", "/limit", given({"account_connection": account_connection}), None, options)))


class AsyncEnterpriseResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def get(self, *, options: CallOptions | None = None) -> Enterprise:
        """Read your enterprise."""
        return Enterprise.from_dict(await self._send(Call("getEnterprise", "GET", "/enterprise", None, None, options)))

    async def get_limits(self, *, account_connection: str | Unset = UNSET, options: CallOptions | None = None) -> Limits:
        """Read your limits."""
        return Limits.from_dict(await self._send(Call("getLimits", "GET", "/limit", given({"account_connection": account_connection}), None, options)))


class AccountConnectionsResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(self, *, first_name: str, last_name: str, email: str, requested_permissions: Sequence[Literal["payment.credit", "payment.debit"]], verification_prompt: str, verification_answer: str, external_id: str | None | Unset = UNSET, business_name: str | None | Unset = UNSET, display_name: str | None | Unset = UNSET, legacy_payout_method: LegacyPayoutMethod | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> AccountConnection:
        """Create an account connection."""
        return AccountConnection.from_dict(self._send(Call("createAccountConnection", "POST", "/account-connection", None, given({"first_name": first_name, "last_name": last_name, "email": email, "requested_permissions": requested_permissions, "verification_prompt": verification_prompt, "verification_answer": verification_answer, "external_id": external_id, "business_name": business_name, "display_name": display_name, "legacy_payout_method": legacy_payout_method, "user_data": user_data}), options)))

    def get(self, id: str, *, options: CallOptions | None = None) -> AccountConnection:
        """Read an account connection."""
        return AccountConnection.from_dict(self._send(Call("getAccountConnection", "GET", path("/account-connection/{id}", id=id), None, None, options)))

    def get_by_external_id(self, external_id: str, *, options: CallOptions | None = None) -> AccountConnection:
        """Read an account connection by your own id."""
        return AccountConnection.from_dict(self._send(Call("getAccountConnectionByExternalId", "GET", path("/account-connection/external/{external_id}", external_id=external_id), None, None, options)))

    def update(self, id: str, *, status: Literal["deleted"] | Unset = UNSET, first_name: str | Unset = UNSET, last_name: str | Unset = UNSET, email: str | Unset = UNSET, requested_permissions: Sequence[Literal["payment.credit", "payment.debit"]] | Unset = UNSET, verification_prompt: str | Unset = UNSET, verification_answer: str | Unset = UNSET, external_id: str | None | Unset = UNSET, business_name: str | None | Unset = UNSET, display_name: str | None | Unset = UNSET, legacy_payout_method: LegacyPayoutMethod | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> AccountConnection:
        """Change an account connection."""
        return AccountConnection.from_dict(self._send(Call("updateAccountConnection", "PUT", path("/account-connection/{id}", id=id), None, given({"status": status, "first_name": first_name, "last_name": last_name, "email": email, "requested_permissions": requested_permissions, "verification_prompt": verification_prompt, "verification_answer": verification_answer, "external_id": external_id, "business_name": business_name, "display_name": display_name, "legacy_payout_method": legacy_payout_method, "user_data": user_data}), options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "pending", "active", "deleted"] | Sequence[Literal["created", "pending", "active", "deleted"]] | Unset = UNSET, type: Literal["direct", "ach", "wallet"] | Sequence[Literal["direct", "ach", "wallet"]] | Unset = UNSET, external_id: str | Unset = UNSET, options: CallOptions | None = None) -> Listing[AccountConnectionListed]:
        """List account connections."""
        return Listing(self._send, Call("listAccountConnections", "GET", "/account-connection", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "type": type, "external_id": external_id}), None, options), AccountConnectionListed)

    def list_payouts(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"] | Sequence[Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, type: Literal["direct", "ach", "wallet", "unclaimed"] | Sequence[Literal["direct", "ach", "wallet", "unclaimed"]] | Unset = UNSET, options: CallOptions | None = None) -> Listing[Payout]:
        """List payouts to a connection."""
        return Listing(self._send, Call("listPayoutsOfConnection", "GET", path("/account-connection/{id}/payout", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents, "type": type}), None, options), Payout)

    def list_contracts(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "active", "declined", "terminated", "expired"] | Sequence[Literal["created", "active", "declined", "terminated", "expired"]] | Unset = UNSET, deposit_source: Literal["music_distribution", "video_ads", "live_streaming"] | Sequence[Literal["music_distribution", "video_ads", "live_streaming"]] | Unset = UNSET, options: CallOptions | None = None) -> Listing[Contract]:
        """List contracts of a connection."""
        return Listing(self._send, Call("listContractsOfConnection", "GET", path("/account-connection/{id}/contract", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "deposit_source": deposit_source}), None, options), Contract)

    def list_p2p(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "pending", "sent", "error", "expired"] | Sequence[Literal["created", "pending", "sent", "error", "expired"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, options: CallOptions | None = None) -> Listing[P2p]:
        """List P2P payments to or from a connection."""
        return Listing(self._send, Call("listP2pOfConnection", "GET", path("/account-connection/{id}/p2p", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents}), None, options), P2p)

    def list_p2p_with(self, id: str, peer_id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "pending", "sent", "error", "expired"] | Sequence[Literal["created", "pending", "sent", "error", "expired"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, options: CallOptions | None = None) -> Listing[P2p]:
        """List P2P payments between two connections."""
        return Listing(self._send, Call("listP2pBetweenConnections", "GET", path("/account-connection/{id}/p2p/{peer_id}", id=id, peer_id=peer_id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents}), None, options), P2p)


class AsyncAccountConnectionsResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def create(self, *, first_name: str, last_name: str, email: str, requested_permissions: Sequence[Literal["payment.credit", "payment.debit"]], verification_prompt: str, verification_answer: str, external_id: str | None | Unset = UNSET, business_name: str | None | Unset = UNSET, display_name: str | None | Unset = UNSET, legacy_payout_method: LegacyPayoutMethod | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> AccountConnection:
        """Create an account connection."""
        return AccountConnection.from_dict(await self._send(Call("createAccountConnection", "POST", "/account-connection", None, given({"first_name": first_name, "last_name": last_name, "email": email, "requested_permissions": requested_permissions, "verification_prompt": verification_prompt, "verification_answer": verification_answer, "external_id": external_id, "business_name": business_name, "display_name": display_name, "legacy_payout_method": legacy_payout_method, "user_data": user_data}), options)))

    async def get(self, id: str, *, options: CallOptions | None = None) -> AccountConnection:
        """Read an account connection."""
        return AccountConnection.from_dict(await self._send(Call("getAccountConnection", "GET", path("/account-connection/{id}", id=id), None, None, options)))

    async def get_by_external_id(self, external_id: str, *, options: CallOptions | None = None) -> AccountConnection:
        """Read an account connection by your own id."""
        return AccountConnection.from_dict(await self._send(Call("getAccountConnectionByExternalId", "GET", path("/account-connection/external/{external_id}", external_id=external_id), None, None, options)))

    async def update(self, id: str, *, status: Literal["deleted"] | Unset = UNSET, first_name: str | Unset = UNSET, last_name: str | Unset = UNSET, email: str | Unset = UNSET, requested_permissions: Sequence[Literal["payment.credit", "payment.debit"]] | Unset = UNSET, verification_prompt: str | Unset = UNSET, verification_answer: str | Unset = UNSET, external_id: str | None | Unset = UNSET, business_name: str | None | Unset = UNSET, display_name: str | None | Unset = UNSET, legacy_payout_method: LegacyPayoutMethod | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> AccountConnection:
        """Change an account connection."""
        return AccountConnection.from_dict(await self._send(Call("updateAccountConnection", "PUT", path("/account-connection/{id}", id=id), None, given({"status": status, "first_name": first_name, "last_name": last_name, "email": email, "requested_permissions": requested_permissions, "verification_prompt": verification_prompt, "verification_answer": verification_answer, "external_id": external_id, "business_name": business_name, "display_name": display_name, "legacy_payout_method": legacy_payout_method, "user_data": user_data}), options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "pending", "active", "deleted"] | Sequence[Literal["created", "pending", "active", "deleted"]] | Unset = UNSET, type: Literal["direct", "ach", "wallet"] | Sequence[Literal["direct", "ach", "wallet"]] | Unset = UNSET, external_id: str | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[AccountConnectionListed]:
        """List account connections."""
        return AsyncListing(self._send, Call("listAccountConnections", "GET", "/account-connection", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "type": type, "external_id": external_id}), None, options), AccountConnectionListed)

    def list_payouts(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"] | Sequence[Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, type: Literal["direct", "ach", "wallet", "unclaimed"] | Sequence[Literal["direct", "ach", "wallet", "unclaimed"]] | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Payout]:
        """List payouts to a connection."""
        return AsyncListing(self._send, Call("listPayoutsOfConnection", "GET", path("/account-connection/{id}/payout", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents, "type": type}), None, options), Payout)

    def list_contracts(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "active", "declined", "terminated", "expired"] | Sequence[Literal["created", "active", "declined", "terminated", "expired"]] | Unset = UNSET, deposit_source: Literal["music_distribution", "video_ads", "live_streaming"] | Sequence[Literal["music_distribution", "video_ads", "live_streaming"]] | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Contract]:
        """List contracts of a connection."""
        return AsyncListing(self._send, Call("listContractsOfConnection", "GET", path("/account-connection/{id}/contract", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "deposit_source": deposit_source}), None, options), Contract)

    def list_p2p(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "pending", "sent", "error", "expired"] | Sequence[Literal["created", "pending", "sent", "error", "expired"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[P2p]:
        """List P2P payments to or from a connection."""
        return AsyncListing(self._send, Call("listP2pOfConnection", "GET", path("/account-connection/{id}/p2p", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents}), None, options), P2p)

    def list_p2p_with(self, id: str, peer_id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "pending", "sent", "error", "expired"] | Sequence[Literal["created", "pending", "sent", "error", "expired"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[P2p]:
        """List P2P payments between two connections."""
        return AsyncListing(self._send, Call("listP2pBetweenConnections", "GET", path("/account-connection/{id}/p2p/{peer_id}", id=id, peer_id=peer_id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents}), None, options), P2p)


class ConnectResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create_link(self, *, account_connection: str, return_url: str | None | Unset = UNSET, options: CallOptions | None = None) -> ConnectUrl:
        """Create a Connect link."""
        return ConnectUrl.from_dict(self._send(Call("createConnectLink", "POST", "/connect-link", None, given({"account_connection": account_connection, "return_url": return_url}), options)))

    def create_invite(self, *, account_connection: str, send_email: bool | Unset = UNSET, options: CallOptions | None = None) -> ConnectUrl:
        """Create a Connect invite."""
        return ConnectUrl.from_dict(self._send(Call("createConnectInvite", "POST", "/connect-invite", None, given({"account_connection": account_connection, "send_email": send_email}), options)))


class AsyncConnectResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def create_link(self, *, account_connection: str, return_url: str | None | Unset = UNSET, options: CallOptions | None = None) -> ConnectUrl:
        """Create a Connect link."""
        return ConnectUrl.from_dict(await self._send(Call("createConnectLink", "POST", "/connect-link", None, given({"account_connection": account_connection, "return_url": return_url}), options)))

    async def create_invite(self, *, account_connection: str, send_email: bool | Unset = UNSET, options: CallOptions | None = None) -> ConnectUrl:
        """Create a Connect invite."""
        return ConnectUrl.from_dict(await self._send(Call("createConnectInvite", "POST", "/connect-invite", None, given({"account_connection": account_connection, "send_email": send_email}), options)))


class EmbedOriginsResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(self, *, origin: str, options: CallOptions | None = None) -> EmbedOrigin:
        """Allow an origin to embed."""
        return EmbedOrigin.from_dict(self._send(Call("createEmbedOrigin", "POST", "/embed-origin", None, given({"origin": origin}), options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, options: CallOptions | None = None) -> Listing[EmbedOrigin]:
        """List the origins that may embed."""
        return Listing(self._send, Call("listEmbedOrigins", "GET", "/embed-origin", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order}), None, options), EmbedOrigin)

    def delete(self, id: str, *, options: CallOptions | None = None) -> EmbedOriginDeleted:
        """Forbid an origin to embed."""
        return EmbedOriginDeleted.from_dict(self._send(Call("deleteEmbedOrigin", "DELETE", path("/embed-origin/{id}", id=id), None, None, options)))


class AsyncEmbedOriginsResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def create(self, *, origin: str, options: CallOptions | None = None) -> EmbedOrigin:
        """Allow an origin to embed."""
        return EmbedOrigin.from_dict(await self._send(Call("createEmbedOrigin", "POST", "/embed-origin", None, given({"origin": origin}), options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[EmbedOrigin]:
        """List the origins that may embed."""
        return AsyncListing(self._send, Call("listEmbedOrigins", "GET", "/embed-origin", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order}), None, options), EmbedOrigin)

    async def delete(self, id: str, *, options: CallOptions | None = None) -> EmbedOriginDeleted:
        """Forbid an origin to embed."""
        return EmbedOriginDeleted.from_dict(await self._send(Call("deleteEmbedOrigin", "DELETE", path("/embed-origin/{id}", id=id), None, None, options)))


class PayoutsResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(self, *, account_connection: str, amount_in_cents: int, description: str | None | Unset = UNSET, date: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, dry_run: bool | Unset = UNSET, options: CallOptions | None = None) -> Payout:
        """Pay a creator."""
        return Payout.from_dict(self._send(Call("createPayout", "POST", "/payout", given({"dry_run": dry_run}), given({"account_connection": account_connection, "amount_in_cents": amount_in_cents, "description": description, "date": date, "user_data": user_data}), options)))

    def create_batch(self, *, payouts: Sequence[PayoutCreate], dry_run: bool | Unset = UNSET, options: CallOptions | None = None) -> PayoutBatch:
        """Pay many creators."""
        return PayoutBatch.from_dict(self._send(Call("createPayouts", "POST", "/payout/batch", given({"dry_run": dry_run}), given({"payouts": payouts}), options)))

    def get(self, id: str, *, options: CallOptions | None = None) -> Payout:
        """Read a payout."""
        return Payout.from_dict(self._send(Call("getPayout", "GET", path("/payout/{id}", id=id), None, None, options)))

    def update(self, id: str, *, status: Literal["canceled"] | Unset = UNSET, description: str | None | Unset = UNSET, date: str | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> Payout:
        """Cancel, reschedule or describe a payout."""
        return Payout.from_dict(self._send(Call("updatePayout", "PUT", path("/payout/{id}", id=id), None, given({"status": status, "description": description, "date": date, "user_data": user_data}), options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"] | Sequence[Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, type: Literal["direct", "ach", "wallet", "unclaimed"] | Sequence[Literal["direct", "ach", "wallet", "unclaimed"]] | Unset = UNSET, account_connection: str | Unset = UNSET, options: CallOptions | None = None) -> Listing[Payout]:
        """List payouts."""
        return Listing(self._send, Call("listPayouts", "GET", "/payout", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents, "type": type, "account_connection": account_connection}), None, options), Payout)


class AsyncPayoutsResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def create(self, *, account_connection: str, amount_in_cents: int, description: str | None | Unset = UNSET, date: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, dry_run: bool | Unset = UNSET, options: CallOptions | None = None) -> Payout:
        """Pay a creator."""
        return Payout.from_dict(await self._send(Call("createPayout", "POST", "/payout", given({"dry_run": dry_run}), given({"account_connection": account_connection, "amount_in_cents": amount_in_cents, "description": description, "date": date, "user_data": user_data}), options)))

    async def create_batch(self, *, payouts: Sequence[PayoutCreate], dry_run: bool | Unset = UNSET, options: CallOptions | None = None) -> PayoutBatch:
        """Pay many creators."""
        return PayoutBatch.from_dict(await self._send(Call("createPayouts", "POST", "/payout/batch", given({"dry_run": dry_run}), given({"payouts": payouts}), options)))

    async def get(self, id: str, *, options: CallOptions | None = None) -> Payout:
        """Read a payout."""
        return Payout.from_dict(await self._send(Call("getPayout", "GET", path("/payout/{id}", id=id), None, None, options)))

    async def update(self, id: str, *, status: Literal["canceled"] | Unset = UNSET, description: str | None | Unset = UNSET, date: str | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> Payout:
        """Cancel, reschedule or describe a payout."""
        return Payout.from_dict(await self._send(Call("updatePayout", "PUT", path("/payout/{id}", id=id), None, given({"status": status, "description": description, "date": date, "user_data": user_data}), options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"] | Sequence[Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, type: Literal["direct", "ach", "wallet", "unclaimed"] | Sequence[Literal["direct", "ach", "wallet", "unclaimed"]] | Unset = UNSET, account_connection: str | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Payout]:
        """List payouts."""
        return AsyncListing(self._send, Call("listPayouts", "GET", "/payout", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents, "type": type, "account_connection": account_connection}), None, options), Payout)


class WithdrawalsResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(self, *, amount_in_cents: int, description: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> Withdrawal:
        """Withdraw money to your bank account."""
        return Withdrawal.from_dict(self._send(Call("createWithdrawal", "POST", "/withdrawal", None, given({"amount_in_cents": amount_in_cents, "description": description, "user_data": user_data}), options)))

    def get(self, id: str, *, options: CallOptions | None = None) -> Withdrawal:
        """Read a withdrawal."""
        return Withdrawal.from_dict(self._send(Call("getWithdrawal", "GET", path("/withdrawal/{id}", id=id), None, None, options)))

    def update(self, id: str, *, status: Literal["canceled"] | Unset = UNSET, description: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> Withdrawal:
        """Cancel or describe a withdrawal."""
        return Withdrawal.from_dict(self._send(Call("updateWithdrawal", "PUT", path("/withdrawal/{id}", id=id), None, given({"status": status, "description": description, "user_data": user_data}), options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"] | Sequence[Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, options: CallOptions | None = None) -> Listing[Withdrawal]:
        """List withdrawals."""
        return Listing(self._send, Call("listWithdrawals", "GET", "/withdrawal", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents}), None, options), Withdrawal)


class AsyncWithdrawalsResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def create(self, *, amount_in_cents: int, description: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> Withdrawal:
        """Withdraw money to your bank account."""
        return Withdrawal.from_dict(await self._send(Call("createWithdrawal", "POST", "/withdrawal", None, given({"amount_in_cents": amount_in_cents, "description": description, "user_data": user_data}), options)))

    async def get(self, id: str, *, options: CallOptions | None = None) -> Withdrawal:
        """Read a withdrawal."""
        return Withdrawal.from_dict(await self._send(Call("getWithdrawal", "GET", path("/withdrawal/{id}", id=id), None, None, options)))

    async def update(self, id: str, *, status: Literal["canceled"] | Unset = UNSET, description: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> Withdrawal:
        """Cancel or describe a withdrawal."""
        return Withdrawal.from_dict(await self._send(Call("updateWithdrawal", "PUT", path("/withdrawal/{id}", id=id), None, given({"status": status, "description": description, "user_data": user_data}), options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"] | Sequence[Literal["created", "ready", "pending", "sent", "error", "returned", "canceled"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Withdrawal]:
        """List withdrawals."""
        return AsyncListing(self._send, Call("listWithdrawals", "GET", "/withdrawal", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents}), None, options), Withdrawal)


class P2pResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(self, *, source: str, destination: str, amount_in_cents: int, description: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, dry_run: bool | Unset = UNSET, options: CallOptions | None = None) -> P2p:
        """Ask for a payment from one creator to another."""
        return P2p.from_dict(self._send(Call("createP2p", "POST", "/p2p", given({"dry_run": dry_run}), given({"source": source, "destination": destination, "amount_in_cents": amount_in_cents, "description": description, "user_data": user_data}), options)))

    def commit(self, id: str, *, code: str, options: CallOptions | None = None) -> P2p:
        """Commit a P2P payment with its code."""
        return P2p.from_dict(self._send(Call("commitP2p", "POST", path("/p2p/{id}/commit", id=id), None, given({"code": code}), options)))

    def get(self, id: str, *, options: CallOptions | None = None) -> P2p:
        """Read a P2P payment."""
        return P2p.from_dict(self._send(Call("getP2p", "GET", path("/p2p/{id}", id=id), None, None, options)))

    def update(self, id: str, *, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> P2p:
        """Change the `user_data` of a P2P payment."""
        return P2p.from_dict(self._send(Call("updateP2p", "PUT", path("/p2p/{id}", id=id), None, given({"user_data": user_data}), options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "pending", "sent", "error", "expired"] | Sequence[Literal["created", "pending", "sent", "error", "expired"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, account_connection: str | Unset = UNSET, options: CallOptions | None = None) -> Listing[P2p]:
        """List P2P payments."""
        return Listing(self._send, Call("listP2p", "GET", "/p2p", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents, "account_connection": account_connection}), None, options), P2p)


class AsyncP2pResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def create(self, *, source: str, destination: str, amount_in_cents: int, description: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, dry_run: bool | Unset = UNSET, options: CallOptions | None = None) -> P2p:
        """Ask for a payment from one creator to another."""
        return P2p.from_dict(await self._send(Call("createP2p", "POST", "/p2p", given({"dry_run": dry_run}), given({"source": source, "destination": destination, "amount_in_cents": amount_in_cents, "description": description, "user_data": user_data}), options)))

    async def commit(self, id: str, *, code: str, options: CallOptions | None = None) -> P2p:
        """Commit a P2P payment with its code."""
        return P2p.from_dict(await self._send(Call("commitP2p", "POST", path("/p2p/{id}/commit", id=id), None, given({"code": code}), options)))

    async def get(self, id: str, *, options: CallOptions | None = None) -> P2p:
        """Read a P2P payment."""
        return P2p.from_dict(await self._send(Call("getP2p", "GET", path("/p2p/{id}", id=id), None, None, options)))

    async def update(self, id: str, *, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> P2p:
        """Change the `user_data` of a P2P payment."""
        return P2p.from_dict(await self._send(Call("updateP2p", "PUT", path("/p2p/{id}", id=id), None, given({"user_data": user_data}), options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "pending", "sent", "error", "expired"] | Sequence[Literal["created", "pending", "sent", "error", "expired"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, account_connection: str | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[P2p]:
        """List P2P payments."""
        return AsyncListing(self._send, Call("listP2p", "GET", "/p2p", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents, "account_connection": account_connection}), None, options), P2p)


class ContractsResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(self, *, account_connection: str, type: Literal["deposit_split"], deposit_source: Literal["music_distribution", "video_ads", "live_streaming"], split_percent_amount: float | None | Unset = UNSET, split_fixed_amount_in_cents: int | None | Unset = UNSET, split_amount_max_in_cents: int | None | Unset = UNSET, deposit_minimum_in_cents: int | None | Unset = UNSET, deposit_maximum_in_cents: int | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, dry_run: bool | Unset = UNSET, options: CallOptions | None = None) -> Contract:
        """Ask a creator for a deposit split."""
        return Contract.from_dict(self._send(Call("createContract", "POST", "/contract", given({"dry_run": dry_run}), given({"account_connection": account_connection, "type": type, "deposit_source": deposit_source, "split_percent_amount": split_percent_amount, "split_fixed_amount_in_cents": split_fixed_amount_in_cents, "split_amount_max_in_cents": split_amount_max_in_cents, "deposit_minimum_in_cents": deposit_minimum_in_cents, "deposit_maximum_in_cents": deposit_maximum_in_cents, "user_data": user_data}), options)))

    def get(self, id: str, *, options: CallOptions | None = None) -> Contract:
        """Read a contract."""
        return Contract.from_dict(self._send(Call("getContract", "GET", path("/contract/{id}", id=id), None, None, options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "active", "declined", "terminated", "expired"] | Sequence[Literal["created", "active", "declined", "terminated", "expired"]] | Unset = UNSET, deposit_source: Literal["music_distribution", "video_ads", "live_streaming"] | Sequence[Literal["music_distribution", "video_ads", "live_streaming"]] | Unset = UNSET, account_connection: str | Unset = UNSET, options: CallOptions | None = None) -> Listing[Contract]:
        """List contracts."""
        return Listing(self._send, Call("listContracts", "GET", "/contract", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "deposit_source": deposit_source, "account_connection": account_connection}), None, options), Contract)

    def delete(self, id: str, *, options: CallOptions | None = None) -> Contract:
        """Terminate a contract."""
        return Contract.from_dict(self._send(Call("deleteContract", "DELETE", path("/contract/{id}", id=id), None, None, options)))

    def preview(self, *, account_connection: str, deposit_source: Literal["music_distribution", "video_ads", "live_streaming"], amount_in_cents: int, options: CallOptions | None = None) -> DepositPreview:
        """See how a deposit would be split."""
        return DepositPreview.from_dict(self._send(Call("previewDeposit", "POST", "/contract/preview", None, given({"account_connection": account_connection, "deposit_source": deposit_source, "amount_in_cents": amount_in_cents}), options)))

    def list_activity(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, options: CallOptions | None = None) -> Listing[ContractActivityEntry]:
        """List what happened to a contract."""
        return Listing(self._send, Call("listContractActivity", "GET", path("/contract/{id}/activity", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order}), None, options), ContractActivityEntry)

    def list_splits(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, options: CallOptions | None = None) -> Listing[Split]:
        """List what a contract has split off."""
        return Listing(self._send, Call("listSplits", "GET", path("/contract/{id}/split", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents}), None, options), Split)


class AsyncContractsResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def create(self, *, account_connection: str, type: Literal["deposit_split"], deposit_source: Literal["music_distribution", "video_ads", "live_streaming"], split_percent_amount: float | None | Unset = UNSET, split_fixed_amount_in_cents: int | None | Unset = UNSET, split_amount_max_in_cents: int | None | Unset = UNSET, deposit_minimum_in_cents: int | None | Unset = UNSET, deposit_maximum_in_cents: int | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, dry_run: bool | Unset = UNSET, options: CallOptions | None = None) -> Contract:
        """Ask a creator for a deposit split."""
        return Contract.from_dict(await self._send(Call("createContract", "POST", "/contract", given({"dry_run": dry_run}), given({"account_connection": account_connection, "type": type, "deposit_source": deposit_source, "split_percent_amount": split_percent_amount, "split_fixed_amount_in_cents": split_fixed_amount_in_cents, "split_amount_max_in_cents": split_amount_max_in_cents, "deposit_minimum_in_cents": deposit_minimum_in_cents, "deposit_maximum_in_cents": deposit_maximum_in_cents, "user_data": user_data}), options)))

    async def get(self, id: str, *, options: CallOptions | None = None) -> Contract:
        """Read a contract."""
        return Contract.from_dict(await self._send(Call("getContract", "GET", path("/contract/{id}", id=id), None, None, options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "active", "declined", "terminated", "expired"] | Sequence[Literal["created", "active", "declined", "terminated", "expired"]] | Unset = UNSET, deposit_source: Literal["music_distribution", "video_ads", "live_streaming"] | Sequence[Literal["music_distribution", "video_ads", "live_streaming"]] | Unset = UNSET, account_connection: str | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Contract]:
        """List contracts."""
        return AsyncListing(self._send, Call("listContracts", "GET", "/contract", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "deposit_source": deposit_source, "account_connection": account_connection}), None, options), Contract)

    async def delete(self, id: str, *, options: CallOptions | None = None) -> Contract:
        """Terminate a contract."""
        return Contract.from_dict(await self._send(Call("deleteContract", "DELETE", path("/contract/{id}", id=id), None, None, options)))

    async def preview(self, *, account_connection: str, deposit_source: Literal["music_distribution", "video_ads", "live_streaming"], amount_in_cents: int, options: CallOptions | None = None) -> DepositPreview:
        """See how a deposit would be split."""
        return DepositPreview.from_dict(await self._send(Call("previewDeposit", "POST", "/contract/preview", None, given({"account_connection": account_connection, "deposit_source": deposit_source, "amount_in_cents": amount_in_cents}), options)))

    def list_activity(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[ContractActivityEntry]:
        """List what happened to a contract."""
        return AsyncListing(self._send, Call("listContractActivity", "GET", path("/contract/{id}/activity", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order}), None, options), ContractActivityEntry)

    def list_splits(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Split]:
        """List what a contract has split off."""
        return AsyncListing(self._send, Call("listSplits", "GET", path("/contract/{id}/split", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents}), None, options), Split)


class BuyersResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(self, *, first_name: str | None | Unset = UNSET, last_name: str | None | Unset = UNSET, email: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, external_id: str | None | Unset = UNSET, payment_instrument_id: str | None | Unset = UNSET, options: CallOptions | None = None) -> Buyer:
        """Create a buyer."""
        return Buyer.from_dict(self._send(Call("createBuyer", "POST", "/buyer", None, given({"first_name": first_name, "last_name": last_name, "email": email, "user_data": user_data, "external_id": external_id, "payment_instrument_id": payment_instrument_id}), options)))

    def get(self, id: str, *, options: CallOptions | None = None) -> Buyer:
        """Read a buyer."""
        return Buyer.from_dict(self._send(Call("getBuyer", "GET", path("/buyer/{id}", id=id), None, None, options)))

    def get_by_external_id(self, external_id: str, *, options: CallOptions | None = None) -> Buyer:
        """Read a buyer by your own id."""
        return Buyer.from_dict(self._send(Call("getBuyerByExternalId", "GET", path("/buyer/external/{external_id}", external_id=external_id), None, None, options)))

    def update(self, id: str, *, first_name: str | None | Unset = UNSET, last_name: str | None | Unset = UNSET, email: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, external_id: str | None | Unset = UNSET, options: CallOptions | None = None) -> Buyer:
        """Change a buyer."""
        return Buyer.from_dict(self._send(Call("updateBuyer", "PUT", path("/buyer/{id}", id=id), None, given({"first_name": first_name, "last_name": last_name, "email": email, "user_data": user_data, "external_id": external_id}), options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, external_id: str | Unset = UNSET, options: CallOptions | None = None) -> Listing[Buyer]:
        """List buyers."""
        return Listing(self._send, Call("listBuyers", "GET", "/buyer", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "external_id": external_id}), None, options), Buyer)

    def list_purchases(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "pending", "settling", "completed", "error", "canceled", "refunded", "reversed"] | Sequence[Literal["created", "pending", "settling", "completed", "error", "canceled", "refunded", "reversed"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, options: CallOptions | None = None) -> Listing[Purchase]:
        """List purchases of a buyer."""
        return Listing(self._send, Call("listPurchasesOfBuyer", "GET", path("/buyer/{id}/purchase", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents}), None, options), Purchase)


class AsyncBuyersResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def create(self, *, first_name: str | None | Unset = UNSET, last_name: str | None | Unset = UNSET, email: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, external_id: str | None | Unset = UNSET, payment_instrument_id: str | None | Unset = UNSET, options: CallOptions | None = None) -> Buyer:
        """Create a buyer."""
        return Buyer.from_dict(await self._send(Call("createBuyer", "POST", "/buyer", None, given({"first_name": first_name, "last_name": last_name, "email": email, "user_data": user_data, "external_id": external_id, "payment_instrument_id": payment_instrument_id}), options)))

    async def get(self, id: str, *, options: CallOptions | None = None) -> Buyer:
        """Read a buyer."""
        return Buyer.from_dict(await self._send(Call("getBuyer", "GET", path("/buyer/{id}", id=id), None, None, options)))

    async def get_by_external_id(self, external_id: str, *, options: CallOptions | None = None) -> Buyer:
        """Read a buyer by your own id."""
        return Buyer.from_dict(await self._send(Call("getBuyerByExternalId", "GET", path("/buyer/external/{external_id}", external_id=external_id), None, None, options)))

    async def update(self, id: str, *, first_name: str | None | Unset = UNSET, last_name: str | None | Unset = UNSET, email: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, external_id: str | None | Unset = UNSET, options: CallOptions | None = None) -> Buyer:
        """Change a buyer."""
        return Buyer.from_dict(await self._send(Call("updateBuyer", "PUT", path("/buyer/{id}", id=id), None, given({"first_name": first_name, "last_name": last_name, "email": email, "user_data": user_data, "external_id": external_id}), options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, external_id: str | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Buyer]:
        """List buyers."""
        return AsyncListing(self._send, Call("listBuyers", "GET", "/buyer", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "external_id": external_id}), None, options), Buyer)

    def list_purchases(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "pending", "settling", "completed", "error", "canceled", "refunded", "reversed"] | Sequence[Literal["created", "pending", "settling", "completed", "error", "canceled", "refunded", "reversed"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Purchase]:
        """List purchases of a buyer."""
        return AsyncListing(self._send, Call("listPurchasesOfBuyer", "GET", path("/buyer/{id}/purchase", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents}), None, options), Purchase)


class PurchasesResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(self, *, buyer: str, items: Sequence[PurchaseItemCreate], auto_refund_on_fraud: bool | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, dry_run: bool | Unset = UNSET, options: CallOptions | None = None) -> Purchase:
        """Create a purchase."""
        return Purchase.from_dict(self._send(Call("createPurchase", "POST", "/purchase", given({"dry_run": dry_run}), given({"buyer": buyer, "items": items, "auto_refund_on_fraud": auto_refund_on_fraud, "user_data": user_data}), options)))

    def commit(self, id: str, *, options: CallOptions | None = None) -> Purchase:
        """Charge the buyer's card."""
        return Purchase.from_dict(self._send(Call("commitPurchase", "POST", path("/purchase/{id}/commit", id=id), None, None, options)))

    def get(self, id: str, *, options: CallOptions | None = None) -> Purchase:
        """Read a purchase."""
        return Purchase.from_dict(self._send(Call("getPurchase", "GET", path("/purchase/{id}", id=id), None, None, options)))

    def update(self, id: str, *, status: Literal["canceled", "completed", "refunded"] | Unset = UNSET, auto_refund_on_fraud: bool | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> Purchase:
        """Cancel, complete or refund a purchase."""
        return Purchase.from_dict(self._send(Call("updatePurchase", "PUT", path("/purchase/{id}", id=id), None, given({"status": status, "auto_refund_on_fraud": auto_refund_on_fraud, "user_data": user_data}), options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "pending", "settling", "completed", "error", "canceled", "refunded", "reversed"] | Sequence[Literal["created", "pending", "settling", "completed", "error", "canceled", "refunded", "reversed"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, buyer: str | Unset = UNSET, options: CallOptions | None = None) -> Listing[Purchase]:
        """List purchases."""
        return Listing(self._send, Call("listPurchases", "GET", "/purchase", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents, "buyer": buyer}), None, options), Purchase)

    def refund(self, id: str, *, amount_in_cents: int | Unset = UNSET, reason: str | None | Unset = UNSET, options: CallOptions | None = None) -> Refund:
        """Refund a purchase, in whole or in part."""
        return Refund.from_dict(self._send(Call("createRefund", "POST", path("/purchase/{id}/refund", id=id), None, given({"amount_in_cents": amount_in_cents, "reason": reason}), options)))

    def list_refunds(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["awaiting", "pending", "succeeded", "failed", "canceled"] | Sequence[Literal["awaiting", "pending", "succeeded", "failed", "canceled"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, options: CallOptions | None = None) -> Listing[Refund]:
        """List refunds of a purchase."""
        return Listing(self._send, Call("listRefunds", "GET", path("/purchase/{id}/refund", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents}), None, options), Refund)

    def get_refund(self, id: str, *, options: CallOptions | None = None) -> Refund:
        """Read a refund."""
        return Refund.from_dict(self._send(Call("getRefund", "GET", path("/refund/{id}", id=id), None, None, options)))


class AsyncPurchasesResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def create(self, *, buyer: str, items: Sequence[PurchaseItemCreate], auto_refund_on_fraud: bool | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, dry_run: bool | Unset = UNSET, options: CallOptions | None = None) -> Purchase:
        """Create a purchase."""
        return Purchase.from_dict(await self._send(Call("createPurchase", "POST", "/purchase", given({"dry_run": dry_run}), given({"buyer": buyer, "items": items, "auto_refund_on_fraud": auto_refund_on_fraud, "user_data": user_data}), options)))

    async def commit(self, id: str, *, options: CallOptions | None = None) -> Purchase:
        """Charge the buyer's card."""
        return Purchase.from_dict(await self._send(Call("commitPurchase", "POST", path("/purchase/{id}/commit", id=id), None, None, options)))

    async def get(self, id: str, *, options: CallOptions | None = None) -> Purchase:
        """Read a purchase."""
        return Purchase.from_dict(await self._send(Call("getPurchase", "GET", path("/purchase/{id}", id=id), None, None, options)))

    async def update(self, id: str, *, status: Literal["canceled", "completed", "refunded"] | Unset = UNSET, auto_refund_on_fraud: bool | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> Purchase:
        """Cancel, complete or refund a purchase."""
        return Purchase.from_dict(await self._send(Call("updatePurchase", "PUT", path("/purchase/{id}", id=id), None, given({"status": status, "auto_refund_on_fraud": auto_refund_on_fraud, "user_data": user_data}), options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["created", "pending", "settling", "completed", "error", "canceled", "refunded", "reversed"] | Sequence[Literal["created", "pending", "settling", "completed", "error", "canceled", "refunded", "reversed"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, buyer: str | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Purchase]:
        """List purchases."""
        return AsyncListing(self._send, Call("listPurchases", "GET", "/purchase", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents, "buyer": buyer}), None, options), Purchase)

    async def refund(self, id: str, *, amount_in_cents: int | Unset = UNSET, reason: str | None | Unset = UNSET, options: CallOptions | None = None) -> Refund:
        """Refund a purchase, in whole or in part."""
        return Refund.from_dict(await self._send(Call("createRefund", "POST", path("/purchase/{id}/refund", id=id), None, given({"amount_in_cents": amount_in_cents, "reason": reason}), options)))

    def list_refunds(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["awaiting", "pending", "succeeded", "failed", "canceled"] | Sequence[Literal["awaiting", "pending", "succeeded", "failed", "canceled"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Refund]:
        """List refunds of a purchase."""
        return AsyncListing(self._send, Call("listRefunds", "GET", path("/purchase/{id}/refund", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents}), None, options), Refund)

    async def get_refund(self, id: str, *, options: CallOptions | None = None) -> Refund:
        """Read a refund."""
        return Refund.from_dict(await self._send(Call("getRefund", "GET", path("/refund/{id}", id=id), None, None, options)))


class WebhooksResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def create(self, *, url: str, event: Literal["account_connection.update", "payout.update", "buyer.update", "purchase.update", "contract.update", "approval.update", "withdrawal.update", "alert.update"], format: Literal["standard", "full"] | Unset = UNSET, basic_user: str | None | Unset = UNSET, basic_secret: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> Webhook:
        """Create a webhook."""
        return Webhook.from_dict(self._send(Call("createWebhook", "POST", "/webhook", None, given({"url": url, "event": event, "format": format, "basic_user": basic_user, "basic_secret": basic_secret, "user_data": user_data}), options)))

    def get(self, id: str, *, options: CallOptions | None = None) -> Webhook:
        """Read a webhook."""
        return Webhook.from_dict(self._send(Call("getWebhook", "GET", path("/webhook/{id}", id=id), None, None, options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, status: Literal["enabled", "disabled"] | Sequence[Literal["enabled", "disabled"]] | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, options: CallOptions | None = None) -> Listing[Webhook]:
        """List webhooks."""
        return Listing(self._send, Call("listWebhooks", "GET", "/webhook", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "status": status, "order": order}), None, options), Webhook)

    def update(self, id: str, *, url: str | Unset = UNSET, format: Literal["standard", "full"] | Unset = UNSET, basic_user: str | None | Unset = UNSET, basic_secret: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> Webhook:
        """Change a webhook."""
        return Webhook.from_dict(self._send(Call("updateWebhook", "PUT", path("/webhook/{id}", id=id), None, given({"url": url, "format": format, "basic_user": basic_user, "basic_secret": basic_secret, "user_data": user_data}), options)))

    def delete(self, id: str, *, options: CallOptions | None = None) -> WebhookDeleted:
        """Delete a webhook."""
        return WebhookDeleted.from_dict(self._send(Call("deleteWebhook", "DELETE", path("/webhook/{id}", id=id), None, None, options)))

    def get_secret(self, id: str, *, options: CallOptions | None = None) -> WebhookSecret:
        """Read the signing secret."""
        return WebhookSecret.from_dict(self._send(Call("getWebhookSecret", "GET", path("/webhook/{id}/secret", id=id), None, None, options)))

    def rotate_secret(self, id: str, *, options: CallOptions | None = None) -> WebhookSecret:
        """Replace the signing secret."""
        return WebhookSecret.from_dict(self._send(Call("rotateWebhookSecret", "POST", path("/webhook/{id}/secret/rotate", id=id), None, None, options)))

    def list_deliveries(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, status: Literal["queued", "sending", "delivered", "dead"] | Sequence[Literal["queued", "sending", "delivered", "dead"]] | Unset = UNSET, resource: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, options: CallOptions | None = None) -> Listing[Delivery]:
        """List the deliveries of a webhook."""
        return Listing(self._send, Call("listDeliveries", "GET", path("/webhook/{id}/delivery", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "status": status, "resource": resource, "order": order}), None, options), Delivery)

    def get_delivery(self, id: str, delivery_id: str, *, options: CallOptions | None = None) -> Delivery:
        """Read a delivery."""
        return Delivery.from_dict(self._send(Call("getDelivery", "GET", path("/webhook/{id}/delivery/{delivery_id}", id=id, delivery_id=delivery_id), None, None, options)))

    def redeliver(self, id: str, delivery_id: str, *, options: CallOptions | None = None) -> Delivery:
        """Send a delivery again."""
        return Delivery.from_dict(self._send(Call("redeliver", "POST", path("/webhook/{id}/delivery/{delivery_id}/redeliver", id=id, delivery_id=delivery_id), None, None, options)))

    def recover(self, id: str, *, since: str, options: CallOptions | None = None) -> WebhookRecovered:
        """Send everything again that was not delivered."""
        return WebhookRecovered.from_dict(self._send(Call("recoverWebhook", "POST", path("/webhook/{id}/recover", id=id), None, given({"since": since}), options)))

    def test(self, id: str, *, options: CallOptions | None = None) -> Delivery:
        """Send a test notification."""
        return Delivery.from_dict(self._send(Call("testWebhook", "POST", path("/webhook/{id}/test", id=id), None, None, options)))


class AsyncWebhooksResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def create(self, *, url: str, event: Literal["account_connection.update", "payout.update", "buyer.update", "purchase.update", "contract.update", "approval.update", "withdrawal.update", "alert.update"], format: Literal["standard", "full"] | Unset = UNSET, basic_user: str | None | Unset = UNSET, basic_secret: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> Webhook:
        """Create a webhook."""
        return Webhook.from_dict(await self._send(Call("createWebhook", "POST", "/webhook", None, given({"url": url, "event": event, "format": format, "basic_user": basic_user, "basic_secret": basic_secret, "user_data": user_data}), options)))

    async def get(self, id: str, *, options: CallOptions | None = None) -> Webhook:
        """Read a webhook."""
        return Webhook.from_dict(await self._send(Call("getWebhook", "GET", path("/webhook/{id}", id=id), None, None, options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, status: Literal["enabled", "disabled"] | Sequence[Literal["enabled", "disabled"]] | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Webhook]:
        """List webhooks."""
        return AsyncListing(self._send, Call("listWebhooks", "GET", "/webhook", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "status": status, "order": order}), None, options), Webhook)

    async def update(self, id: str, *, url: str | Unset = UNSET, format: Literal["standard", "full"] | Unset = UNSET, basic_user: str | None | Unset = UNSET, basic_secret: str | None | Unset = UNSET, user_data: Mapping[str, Any] | None | Unset = UNSET, options: CallOptions | None = None) -> Webhook:
        """Change a webhook."""
        return Webhook.from_dict(await self._send(Call("updateWebhook", "PUT", path("/webhook/{id}", id=id), None, given({"url": url, "format": format, "basic_user": basic_user, "basic_secret": basic_secret, "user_data": user_data}), options)))

    async def delete(self, id: str, *, options: CallOptions | None = None) -> WebhookDeleted:
        """Delete a webhook."""
        return WebhookDeleted.from_dict(await self._send(Call("deleteWebhook", "DELETE", path("/webhook/{id}", id=id), None, None, options)))

    async def get_secret(self, id: str, *, options: CallOptions | None = None) -> WebhookSecret:
        """Read the signing secret."""
        return WebhookSecret.from_dict(await self._send(Call("getWebhookSecret", "GET", path("/webhook/{id}/secret", id=id), None, None, options)))

    async def rotate_secret(self, id: str, *, options: CallOptions | None = None) -> WebhookSecret:
        """Replace the signing secret."""
        return WebhookSecret.from_dict(await self._send(Call("rotateWebhookSecret", "POST", path("/webhook/{id}/secret/rotate", id=id), None, None, options)))

    def list_deliveries(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, status: Literal["queued", "sending", "delivered", "dead"] | Sequence[Literal["queued", "sending", "delivered", "dead"]] | Unset = UNSET, resource: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Delivery]:
        """List the deliveries of a webhook."""
        return AsyncListing(self._send, Call("listDeliveries", "GET", path("/webhook/{id}/delivery", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "status": status, "resource": resource, "order": order}), None, options), Delivery)

    async def get_delivery(self, id: str, delivery_id: str, *, options: CallOptions | None = None) -> Delivery:
        """Read a delivery."""
        return Delivery.from_dict(await self._send(Call("getDelivery", "GET", path("/webhook/{id}/delivery/{delivery_id}", id=id, delivery_id=delivery_id), None, None, options)))

    async def redeliver(self, id: str, delivery_id: str, *, options: CallOptions | None = None) -> Delivery:
        """Send a delivery again."""
        return Delivery.from_dict(await self._send(Call("redeliver", "POST", path("/webhook/{id}/delivery/{delivery_id}/redeliver", id=id, delivery_id=delivery_id), None, None, options)))

    async def recover(self, id: str, *, since: str, options: CallOptions | None = None) -> WebhookRecovered:
        """Send everything again that was not delivered."""
        return WebhookRecovered.from_dict(await self._send(Call("recoverWebhook", "POST", path("/webhook/{id}/recover", id=id), None, given({"since": since}), options)))

    async def test(self, id: str, *, options: CallOptions | None = None) -> Delivery:
        """Send a test notification."""
        return Delivery.from_dict(await self._send(Call("testWebhook", "POST", path("/webhook/{id}/test", id=id), None, None, options)))


class ApprovalsResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(self, id: str, *, options: CallOptions | None = None) -> Approval:
        """Read an approval."""
        return Approval.from_dict(self._send(Call("getApproval", "GET", path("/approval/{id}", id=id), None, None, options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["awaiting", "approved", "rejected", "expired", "void"] | Sequence[Literal["awaiting", "approved", "rejected", "expired", "void"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, options: CallOptions | None = None) -> Listing[Approval]:
        """List approvals."""
        return Listing(self._send, Call("listApprovals", "GET", "/approval", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents}), None, options), Approval)

    def list_payouts(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, options: CallOptions | None = None) -> Listing[Payout]:
        """List the payouts that an approval is about."""
        return Listing(self._send, Call("listPayoutsOfApproval", "GET", path("/approval/{id}/payout", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before}), None, options), Payout)

    def approve(self, id: str, *, options: CallOptions | None = None) -> Approval:
        """Approve."""
        return Approval.from_dict(self._send(Call("approveApproval", "POST", path("/approval/{id}/approve", id=id), None, None, options)))

    def reject(self, id: str, *, reason: str | None | Unset = UNSET, options: CallOptions | None = None) -> Approval:
        """Reject."""
        return Approval.from_dict(self._send(Call("rejectApproval", "POST", path("/approval/{id}/reject", id=id), None, given({"reason": reason}), options)))


class AsyncApprovalsResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def get(self, id: str, *, options: CallOptions | None = None) -> Approval:
        """Read an approval."""
        return Approval.from_dict(await self._send(Call("getApproval", "GET", path("/approval/{id}", id=id), None, None, options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["awaiting", "approved", "rejected", "expired", "void"] | Sequence[Literal["awaiting", "approved", "rejected", "expired", "void"]] | Unset = UNSET, amount_min_in_cents: int | Unset = UNSET, amount_max_in_cents: int | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Approval]:
        """List approvals."""
        return AsyncListing(self._send, Call("listApprovals", "GET", "/approval", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status, "amount_min_in_cents": amount_min_in_cents, "amount_max_in_cents": amount_max_in_cents}), None, options), Approval)

    def list_payouts(self, id: str, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Payout]:
        """List the payouts that an approval is about."""
        return AsyncListing(self._send, Call("listPayoutsOfApproval", "GET", path("/approval/{id}/payout", id=id), given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before}), None, options), Payout)

    async def approve(self, id: str, *, options: CallOptions | None = None) -> Approval:
        """Approve."""
        return Approval.from_dict(await self._send(Call("approveApproval", "POST", path("/approval/{id}/approve", id=id), None, None, options)))

    async def reject(self, id: str, *, reason: str | None | Unset = UNSET, options: CallOptions | None = None) -> Approval:
        """Reject."""
        return Approval.from_dict(await self._send(Call("rejectApproval", "POST", path("/approval/{id}/reject", id=id), None, given({"reason": reason}), options)))


class AlertsResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get(self, id: str, *, options: CallOptions | None = None) -> Alert:
        """Read an alert."""
        return Alert.from_dict(self._send(Call("getAlert", "GET", path("/alert/{id}", id=id), None, None, options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["raised", "cleared"] | Sequence[Literal["raised", "cleared"]] | Unset = UNSET, options: CallOptions | None = None) -> Listing[Alert]:
        """List alerts."""
        return Listing(self._send, Call("listAlerts", "GET", "/alert", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status}), None, options), Alert)


class AsyncAlertsResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def get(self, id: str, *, options: CallOptions | None = None) -> Alert:
        """Read an alert."""
        return Alert.from_dict(await self._send(Call("getAlert", "GET", path("/alert/{id}", id=id), None, None, options)))

    def list(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, updated_after: str | Unset = UNSET, updated_before: str | Unset = UNSET, status: Literal["raised", "cleared"] | Sequence[Literal["raised", "cleared"]] | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Alert]:
        """List alerts."""
        return AsyncListing(self._send, Call("listAlerts", "GET", "/alert", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "updated_after": updated_after, "updated_before": updated_before, "status": status}), None, options), Alert)


class EventsResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(self, *, after: str | Unset = UNSET, order: Literal["oldest", "newest"] | Unset = UNSET, type: Literal["account_connection.update", "payout.update", "buyer.update", "purchase.update", "contract.update", "approval.update", "withdrawal.update", "alert.update"] | Unset = UNSET, event: Literal["account_connection.update", "payout.update", "buyer.update", "purchase.update", "contract.update", "approval.update", "withdrawal.update", "alert.update"] | Unset = UNSET, resource: str | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, page_size: int | Unset = UNSET, options: CallOptions | None = None) -> Listing[Event]:
        """Read what changed."""
        return Listing(self._send, Call("listEvents", "GET", "/event", given({"after": after, "order": order, "type": type, "event": event, "resource": resource, "created_after": created_after, "created_before": created_before, "page_size": page_size}), None, options), Event)


class AsyncEventsResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(self, *, after: str | Unset = UNSET, order: Literal["oldest", "newest"] | Unset = UNSET, type: Literal["account_connection.update", "payout.update", "buyer.update", "purchase.update", "contract.update", "approval.update", "withdrawal.update", "alert.update"] | Unset = UNSET, event: Literal["account_connection.update", "payout.update", "buyer.update", "purchase.update", "contract.update", "approval.update", "withdrawal.update", "alert.update"] | Unset = UNSET, resource: str | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, page_size: int | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Event]:
        """Read what changed."""
        return AsyncListing(self._send, Call("listEvents", "GET", "/event", given({"after": after, "order": order, "type": type, "event": event, "resource": resource, "created_after": created_after, "created_before": created_before, "page_size": page_size}), None, options), Event)


class AuditLogResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(self, *, after: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, page_size: int | Unset = UNSET, options: CallOptions | None = None) -> Listing[AuditEntry]:
        """Follow the audit log."""
        return Listing(self._send, Call("listAuditEntries", "GET", "/audit-log", given({"after": after, "created_after": created_after, "created_before": created_before, "page_size": page_size}), None, options), AuditEntry)


class AsyncAuditLogResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(self, *, after: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, page_size: int | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[AuditEntry]:
        """Follow the audit log."""
        return AsyncListing(self._send, Call("listAuditEntries", "GET", "/audit-log", given({"after": after, "created_after": created_after, "created_before": created_before, "page_size": page_size}), None, options), AuditEntry)


class RequestLogResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def list(self, *, after: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, status: str | Unset = UNSET, method: Literal["GET", "POST", "PUT", "DELETE"] | Unset = UNSET, include: Literal["bodies"] | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, page_size: int | Unset = UNSET, options: CallOptions | None = None) -> Listing[LoggedRequest]:
        """Read your own requests."""
        return Listing(self._send, Call("listRequests", "GET", "/request-log", given({"after": after, "order": order, "status": status, "method": method, "include": include, "created_after": created_after, "created_before": created_before, "page_size": page_size}), None, options), LoggedRequest)


class AsyncRequestLogResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    def list(self, *, after: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, status: str | Unset = UNSET, method: Literal["GET", "POST", "PUT", "DELETE"] | Unset = UNSET, include: Literal["bodies"] | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, page_size: int | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[LoggedRequest]:
        """Read your own requests."""
        return AsyncListing(self._send, Call("listRequests", "GET", "/request-log", given({"after": after, "order": order, "status": status, "method": method, "include": include, "created_after": created_after, "created_before": created_before, "page_size": page_size}), None, options), LoggedRequest)


class SandboxResource:
    def __init__(self, send: Send) -> None:
        self._send = send

    def get_clock(self, *, options: CallOptions | None = None) -> Clock:
        """Read the clock."""
        return Clock.from_dict(self._send(Call("getClock", "GET", "/sandbox/clock", None, None, options)))

    def advance_clock(self, *, seconds: int | Unset = UNSET, to: str | Unset = UNSET, options: CallOptions | None = None) -> Clock:
        """Advance the clock."""
        return Clock.from_dict(self._send(Call("advanceClock", "POST", "/sandbox/clock/advance", None, given({"seconds": seconds, "to": to}), options)))

    def connect(self, *, account_connection: str, type: Literal["direct", "ach", "wallet"], outcome: Literal["approved", "review", "rejected"] | Unset = UNSET, permissions: Sequence[SandboxGrant] | Unset = UNSET, options: CallOptions | None = None) -> AccountConnection:
        """Do what a creator does in Connect."""
        return AccountConnection.from_dict(self._send(Call("simulateConnect", "POST", "/sandbox/connect", None, given({"account_connection": account_connection, "type": type, "outcome": outcome, "permissions": permissions}), options)))

    def set_permissions(self, *, account_connection: str, permissions: Sequence[SandboxGrant], options: CallOptions | None = None) -> AccountConnection:
        """Grant or withdraw permissions as the creator."""
        return AccountConnection.from_dict(self._send(Call("simulatePermissions", "POST", "/sandbox/permissions", None, given({"account_connection": account_connection, "permissions": permissions}), options)))

    def expire_idempotency_key(self, *, path: str, idempotency_key: str, options: CallOptions | None = None) -> SandboxIdempotencyExpired:
        """Let an idempotency key expire."""
        return SandboxIdempotencyExpired.from_dict(self._send(Call("simulateIdempotencyExpiry", "POST", "/sandbox/idempotency-expiry", None, given({"path": path, "idempotency_key": idempotency_key}), options)))

    def deposit(self, *, account_connection: str, deposit_source: Literal["music_distribution", "video_ads", "live_streaming"], amount_in_cents: int, options: CallOptions | None = None) -> Deposit:
        """Let a deposit arrive at a creator's account."""
        return Deposit.from_dict(self._send(Call("simulateDeposit", "POST", "/sandbox/deposit", None, given({"account_connection": account_connection, "deposit_source": deposit_source, "amount_in_cents": amount_in_cents}), options)))

    def card(self, *, buyer: str, number: str, expiration_month: int, expiration_year: int, options: CallOptions | None = None) -> Buyer:
        """Do what a buyer does in the card form."""
        return Buyer.from_dict(self._send(Call("simulateCard", "POST", "/sandbox/card", None, given({"buyer": buyer, "number": number, "expiration_month": expiration_month, "expiration_year": expiration_year}), options)))

    def contract(self, *, contract: str, decision: Literal["accept", "decline"], options: CallOptions | None = None) -> Contract:
        """Answer a contract as the creator."""
        return Contract.from_dict(self._send(Call("simulateContract", "POST", "/sandbox/contract", None, given({"contract": contract, "decision": decision}), options)))

    def return_payout(self, *, payout: str, code: Literal["R01", "R02", "R03", "R04", "R05", "R06", "R07", "R08", "R09", "R10", "R11", "R12", "R13", "R14", "R15", "R16", "R17", "R18", "R19", "R20", "R21", "R22", "R23", "R24", "R25", "R26", "R27", "R28", "R29", "R30", "R31", "R32", "R33", "R34", "R35", "R36", "R37", "R38", "R39", "R40", "R41", "R42", "R43", "R44", "R45", "R46", "R47", "R50", "R51", "R52", "R53", "R61", "R62", "R67", "R68", "R69", "R70", "R71", "R72", "R73", "R74", "R75", "R76", "R77", "R80", "R81", "R82", "R83", "R84", "R85"], options: CallOptions | None = None) -> Payout:
        """Let the bank return a payout."""
        return Payout.from_dict(self._send(Call("simulatePayoutReturn", "POST", "/sandbox/payout-return", None, given({"payout": payout, "code": code}), options)))

    def fail_payout(self, *, payout: str, code: Literal["permission_not_granted", "bank_account_missing", "bank_account_unreadable", "bank_account_unsendable", "bank_account_suspended", "payment_failed"] | Unset = UNSET, options: CallOptions | None = None) -> Payout:
        """Let a payout fail."""
        return Payout.from_dict(self._send(Call("simulatePayoutError", "POST", "/sandbox/payout-error", None, given({"payout": payout, "code": code}), options)))

    def withdraw(self, *, account_connection: str, amount_in_cents: int, options: CallOptions | None = None) -> SandboxWithdrawal:
        """Withdraw money as a creator."""
        return SandboxWithdrawal.from_dict(self._send(Call("simulateWithdrawal", "POST", "/sandbox/withdrawal", None, given({"account_connection": account_connection, "amount_in_cents": amount_in_cents}), options)))

    def set_bank_account(self, *, name_on_account: str, account_number: str, routing_number: str, account_type: Literal["checking", "savings"], options: CallOptions | None = None) -> SandboxBankAccount:
        """Register the bank account of your withdrawals."""
        return SandboxBankAccount.from_dict(self._send(Call("simulateBankAccount", "POST", "/sandbox/bank-account", None, given({"name_on_account": name_on_account, "account_number": account_number, "routing_number": routing_number, "account_type": account_type}), options)))

    def return_withdrawal(self, *, withdrawal: str, code: Literal["R01", "R02", "R03", "R04", "R05", "R06", "R07", "R08", "R09", "R10", "R11", "R12", "R13", "R14", "R15", "R16", "R17", "R18", "R19", "R20", "R21", "R22", "R23", "R24", "R25", "R26", "R27", "R28", "R29", "R30", "R31", "R32", "R33", "R34", "R35", "R36", "R37", "R38", "R39", "R40", "R41", "R42", "R43", "R44", "R45", "R46", "R47", "R50", "R51", "R52", "R53", "R61", "R62", "R67", "R68", "R69", "R70", "R71", "R72", "R73", "R74", "R75", "R76", "R77", "R80", "R81", "R82", "R83", "R84", "R85"], options: CallOptions | None = None) -> Withdrawal:
        """Let the bank return a withdrawal."""
        return Withdrawal.from_dict(self._send(Call("simulateWithdrawalReturn", "POST", "/sandbox/withdrawal-return", None, given({"withdrawal": withdrawal, "code": code}), options)))

    def fail_withdrawal(self, *, withdrawal: str, code: Literal["bank_account_missing", "bank_account_unreadable", "bank_account_unsendable", "bank_account_suspended", "payment_failed"] | Unset = UNSET, options: CallOptions | None = None) -> Withdrawal:
        """Let a withdrawal fail."""
        return Withdrawal.from_dict(self._send(Call("simulateWithdrawalError", "POST", "/sandbox/withdrawal-error", None, given({"withdrawal": withdrawal, "code": code}), options)))

    def fraud_alert(self, *, purchase: str, options: CallOptions | None = None) -> Purchase:
        """Let the card network warn of fraud."""
        return Purchase.from_dict(self._send(Call("simulateFraudAlert", "POST", "/sandbox/fraud-alert", None, given({"purchase": purchase}), options)))

    def chargeback(self, *, purchase: str, options: CallOptions | None = None) -> Purchase:
        """Let the buyer's bank take the money back."""
        return Purchase.from_dict(self._send(Call("simulateChargeback", "POST", "/sandbox/chargeback", None, given({"purchase": purchase}), options)))

    def dispute(self, *, purchase: str, status: Literal["inquiry", "needs_response", "under_review", "won", "lost"], amount_in_cents: int | Unset = UNSET, reason: str | Unset = UNSET, options: CallOptions | None = None) -> Purchase:
        """Let the buyer dispute a charge, and the bank decide."""
        return Purchase.from_dict(self._send(Call("simulateDispute", "POST", "/sandbox/dispute", None, given({"purchase": purchase, "status": status, "amount_in_cents": amount_in_cents, "reason": reason}), options)))

    def fund(self, *, amount_in_cents: int, available_at: str | Unset = UNSET, options: CallOptions | None = None) -> SandboxFunded:
        """Top the operating account up."""
        return SandboxFunded.from_dict(self._send(Call("simulateFunding", "POST", "/sandbox/funding", None, given({"amount_in_cents": amount_in_cents, "available_at": available_at}), options)))

    def take_back_funds(self, *, amount_in_cents: int, options: CallOptions | None = None) -> SandboxFunded:
        """Let the bank take a credit back."""
        return SandboxFunded.from_dict(self._send(Call("simulateFundingReturn", "POST", "/sandbox/funding-return", None, given({"amount_in_cents": amount_in_cents}), options)))

    def list_messages(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, status: Literal["queued", "delivered", "captured", "suppressed", "failed"] | Sequence[Literal["queued", "delivered", "captured", "suppressed", "failed"]] | Unset = UNSET, to: str | Unset = UNSET, kind: Literal["login_created", "account_opened", "invite", "payout_issued", "bank_corrected", "bank_suspended", "webhook_disabled", "daily_summary", "withdrawal", "person_invited", "password_reset", "security_notice", "email_code", "creator_password_reset", "login_changed", "p2p_code", "sign_in_code", "approval_needed", "approval_decided", "alert_raised"] | Sequence[Literal["login_created", "account_opened", "invite", "payout_issued", "bank_corrected", "bank_suspended", "webhook_disabled", "daily_summary", "withdrawal", "person_invited", "password_reset", "security_notice", "email_code", "creator_password_reset", "login_changed", "p2p_code", "sign_in_code", "approval_needed", "approval_decided", "alert_raised"]] | Unset = UNSET, options: CallOptions | None = None) -> Listing[Message]:
        """Read every e-mail and SMS."""
        return Listing(self._send, Call("listMessages", "GET", "/sandbox/message", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "status": status, "to": to, "kind": kind}), None, options), Message)


class AsyncSandboxResource:
    def __init__(self, send: AsyncSend) -> None:
        self._send = send

    async def get_clock(self, *, options: CallOptions | None = None) -> Clock:
        """Read the clock."""
        return Clock.from_dict(await self._send(Call("getClock", "GET", "/sandbox/clock", None, None, options)))

    async def advance_clock(self, *, seconds: int | Unset = UNSET, to: str | Unset = UNSET, options: CallOptions | None = None) -> Clock:
        """Advance the clock."""
        return Clock.from_dict(await self._send(Call("advanceClock", "POST", "/sandbox/clock/advance", None, given({"seconds": seconds, "to": to}), options)))

    async def connect(self, *, account_connection: str, type: Literal["direct", "ach", "wallet"], outcome: Literal["approved", "review", "rejected"] | Unset = UNSET, permissions: Sequence[SandboxGrant] | Unset = UNSET, options: CallOptions | None = None) -> AccountConnection:
        """Do what a creator does in Connect."""
        return AccountConnection.from_dict(await self._send(Call("simulateConnect", "POST", "/sandbox/connect", None, given({"account_connection": account_connection, "type": type, "outcome": outcome, "permissions": permissions}), options)))

    async def set_permissions(self, *, account_connection: str, permissions: Sequence[SandboxGrant], options: CallOptions | None = None) -> AccountConnection:
        """Grant or withdraw permissions as the creator."""
        return AccountConnection.from_dict(await self._send(Call("simulatePermissions", "POST", "/sandbox/permissions", None, given({"account_connection": account_connection, "permissions": permissions}), options)))

    async def expire_idempotency_key(self, *, path: str, idempotency_key: str, options: CallOptions | None = None) -> SandboxIdempotencyExpired:
        """Let an idempotency key expire."""
        return SandboxIdempotencyExpired.from_dict(await self._send(Call("simulateIdempotencyExpiry", "POST", "/sandbox/idempotency-expiry", None, given({"path": path, "idempotency_key": idempotency_key}), options)))

    async def deposit(self, *, account_connection: str, deposit_source: Literal["music_distribution", "video_ads", "live_streaming"], amount_in_cents: int, options: CallOptions | None = None) -> Deposit:
        """Let a deposit arrive at a creator's account."""
        return Deposit.from_dict(await self._send(Call("simulateDeposit", "POST", "/sandbox/deposit", None, given({"account_connection": account_connection, "deposit_source": deposit_source, "amount_in_cents": amount_in_cents}), options)))

    async def card(self, *, buyer: str, number: str, expiration_month: int, expiration_year: int, options: CallOptions | None = None) -> Buyer:
        """Do what a buyer does in the card form."""
        return Buyer.from_dict(await self._send(Call("simulateCard", "POST", "/sandbox/card", None, given({"buyer": buyer, "number": number, "expiration_month": expiration_month, "expiration_year": expiration_year}), options)))

    async def contract(self, *, contract: str, decision: Literal["accept", "decline"], options: CallOptions | None = None) -> Contract:
        """Answer a contract as the creator."""
        return Contract.from_dict(await self._send(Call("simulateContract", "POST", "/sandbox/contract", None, given({"contract": contract, "decision": decision}), options)))

    async def return_payout(self, *, payout: str, code: Literal["R01", "R02", "R03", "R04", "R05", "R06", "R07", "R08", "R09", "R10", "R11", "R12", "R13", "R14", "R15", "R16", "R17", "R18", "R19", "R20", "R21", "R22", "R23", "R24", "R25", "R26", "R27", "R28", "R29", "R30", "R31", "R32", "R33", "R34", "R35", "R36", "R37", "R38", "R39", "R40", "R41", "R42", "R43", "R44", "R45", "R46", "R47", "R50", "R51", "R52", "R53", "R61", "R62", "R67", "R68", "R69", "R70", "R71", "R72", "R73", "R74", "R75", "R76", "R77", "R80", "R81", "R82", "R83", "R84", "R85"], options: CallOptions | None = None) -> Payout:
        """Let the bank return a payout."""
        return Payout.from_dict(await self._send(Call("simulatePayoutReturn", "POST", "/sandbox/payout-return", None, given({"payout": payout, "code": code}), options)))

    async def fail_payout(self, *, payout: str, code: Literal["permission_not_granted", "bank_account_missing", "bank_account_unreadable", "bank_account_unsendable", "bank_account_suspended", "payment_failed"] | Unset = UNSET, options: CallOptions | None = None) -> Payout:
        """Let a payout fail."""
        return Payout.from_dict(await self._send(Call("simulatePayoutError", "POST", "/sandbox/payout-error", None, given({"payout": payout, "code": code}), options)))

    async def withdraw(self, *, account_connection: str, amount_in_cents: int, options: CallOptions | None = None) -> SandboxWithdrawal:
        """Withdraw money as a creator."""
        return SandboxWithdrawal.from_dict(await self._send(Call("simulateWithdrawal", "POST", "/sandbox/withdrawal", None, given({"account_connection": account_connection, "amount_in_cents": amount_in_cents}), options)))

    async def set_bank_account(self, *, name_on_account: str, account_number: str, routing_number: str, account_type: Literal["checking", "savings"], options: CallOptions | None = None) -> SandboxBankAccount:
        """Register the bank account of your withdrawals."""
        return SandboxBankAccount.from_dict(await self._send(Call("simulateBankAccount", "POST", "/sandbox/bank-account", None, given({"name_on_account": name_on_account, "account_number": account_number, "routing_number": routing_number, "account_type": account_type}), options)))

    async def return_withdrawal(self, *, withdrawal: str, code: Literal["R01", "R02", "R03", "R04", "R05", "R06", "R07", "R08", "R09", "R10", "R11", "R12", "R13", "R14", "R15", "R16", "R17", "R18", "R19", "R20", "R21", "R22", "R23", "R24", "R25", "R26", "R27", "R28", "R29", "R30", "R31", "R32", "R33", "R34", "R35", "R36", "R37", "R38", "R39", "R40", "R41", "R42", "R43", "R44", "R45", "R46", "R47", "R50", "R51", "R52", "R53", "R61", "R62", "R67", "R68", "R69", "R70", "R71", "R72", "R73", "R74", "R75", "R76", "R77", "R80", "R81", "R82", "R83", "R84", "R85"], options: CallOptions | None = None) -> Withdrawal:
        """Let the bank return a withdrawal."""
        return Withdrawal.from_dict(await self._send(Call("simulateWithdrawalReturn", "POST", "/sandbox/withdrawal-return", None, given({"withdrawal": withdrawal, "code": code}), options)))

    async def fail_withdrawal(self, *, withdrawal: str, code: Literal["bank_account_missing", "bank_account_unreadable", "bank_account_unsendable", "bank_account_suspended", "payment_failed"] | Unset = UNSET, options: CallOptions | None = None) -> Withdrawal:
        """Let a withdrawal fail."""
        return Withdrawal.from_dict(await self._send(Call("simulateWithdrawalError", "POST", "/sandbox/withdrawal-error", None, given({"withdrawal": withdrawal, "code": code}), options)))

    async def fraud_alert(self, *, purchase: str, options: CallOptions | None = None) -> Purchase:
        """Let the card network warn of fraud."""
        return Purchase.from_dict(await self._send(Call("simulateFraudAlert", "POST", "/sandbox/fraud-alert", None, given({"purchase": purchase}), options)))

    async def chargeback(self, *, purchase: str, options: CallOptions | None = None) -> Purchase:
        """Let the buyer's bank take the money back."""
        return Purchase.from_dict(await self._send(Call("simulateChargeback", "POST", "/sandbox/chargeback", None, given({"purchase": purchase}), options)))

    async def dispute(self, *, purchase: str, status: Literal["inquiry", "needs_response", "under_review", "won", "lost"], amount_in_cents: int | Unset = UNSET, reason: str | Unset = UNSET, options: CallOptions | None = None) -> Purchase:
        """Let the buyer dispute a charge, and the bank decide."""
        return Purchase.from_dict(await self._send(Call("simulateDispute", "POST", "/sandbox/dispute", None, given({"purchase": purchase, "status": status, "amount_in_cents": amount_in_cents, "reason": reason}), options)))

    async def fund(self, *, amount_in_cents: int, available_at: str | Unset = UNSET, options: CallOptions | None = None) -> SandboxFunded:
        """Top the operating account up."""
        return SandboxFunded.from_dict(await self._send(Call("simulateFunding", "POST", "/sandbox/funding", None, given({"amount_in_cents": amount_in_cents, "available_at": available_at}), options)))

    async def take_back_funds(self, *, amount_in_cents: int, options: CallOptions | None = None) -> SandboxFunded:
        """Let the bank take a credit back."""
        return SandboxFunded.from_dict(await self._send(Call("simulateFundingReturn", "POST", "/sandbox/funding-return", None, given({"amount_in_cents": amount_in_cents}), options)))

    def list_messages(self, *, page: int | Unset = UNSET, page_size: int | Unset = UNSET, created_after: str | Unset = UNSET, created_before: str | Unset = UNSET, order: Literal["newest", "oldest"] | Unset = UNSET, cursor: str | Unset = UNSET, status: Literal["queued", "delivered", "captured", "suppressed", "failed"] | Sequence[Literal["queued", "delivered", "captured", "suppressed", "failed"]] | Unset = UNSET, to: str | Unset = UNSET, kind: Literal["login_created", "account_opened", "invite", "payout_issued", "bank_corrected", "bank_suspended", "webhook_disabled", "daily_summary", "withdrawal", "person_invited", "password_reset", "security_notice", "email_code", "creator_password_reset", "login_changed", "p2p_code", "sign_in_code", "approval_needed", "approval_decided", "alert_raised"] | Sequence[Literal["login_created", "account_opened", "invite", "payout_issued", "bank_corrected", "bank_suspended", "webhook_disabled", "daily_summary", "withdrawal", "person_invited", "password_reset", "security_notice", "email_code", "creator_password_reset", "login_changed", "p2p_code", "sign_in_code", "approval_needed", "approval_decided", "alert_raised"]] | Unset = UNSET, options: CallOptions | None = None) -> AsyncListing[Message]:
        """Read every e-mail and SMS."""
        return AsyncListing(self._send, Call("listMessages", "GET", "/sandbox/message", given({"page": page, "page_size": page_size, "created_after": created_after, "created_before": created_before, "order": order, "cursor": cursor, "status": status, "to": to, "kind": kind}), None, options), Message)


class Resources:
    def __init__(self, send: Send) -> None:
        self.enterprise = EnterpriseResource(send)
        self.account_connections = AccountConnectionsResource(send)
        self.connect = ConnectResource(send)
        self.embed_origins = EmbedOriginsResource(send)
        self.payouts = PayoutsResource(send)
        self.withdrawals = WithdrawalsResource(send)
        self.p2p = P2pResource(send)
        self.contracts = ContractsResource(send)
        self.buyers = BuyersResource(send)
        self.purchases = PurchasesResource(send)
        self.webhooks = WebhooksResource(send)
        self.approvals = ApprovalsResource(send)
        self.alerts = AlertsResource(send)
        self.audit_log = AuditLogResource(send)
        self.request_log = RequestLogResource(send)
        self.sandbox = SandboxResource(send)

class AsyncResources:
    def __init__(self, send: AsyncSend) -> None:
        self.enterprise = AsyncEnterpriseResource(send)
        self.account_connections = AsyncAccountConnectionsResource(send)
        self.connect = AsyncConnectResource(send)
        self.embed_origins = AsyncEmbedOriginsResource(send)
        self.payouts = AsyncPayoutsResource(send)
        self.withdrawals = AsyncWithdrawalsResource(send)
        self.p2p = AsyncP2pResource(send)
        self.contracts = AsyncContractsResource(send)
        self.buyers = AsyncBuyersResource(send)
        self.purchases = AsyncPurchasesResource(send)
        self.webhooks = AsyncWebhooksResource(send)
        self.approvals = AsyncApprovalsResource(send)
        self.alerts = AsyncAlertsResource(send)
        self.audit_log = AsyncAuditLogResource(send)
        self.request_log = AsyncRequestLogResource(send)
        self.sandbox = AsyncSandboxResource(send)
