"""The Tributary payments API for Python, sync and async."""

from . import webhooks
from ._call import UNSET, CallOptions, Unset
from ._client import AsyncTributary, Tributary
from ._errors import ApiError, ConnectionFailed, TimedOut, TributaryError
from ._generated import models
from ._generated.models import ErrorCode
from ._generated.resources import OPERATIONS
from ._listing import AsyncListing, Listing, Page
from ._transport import Attempt, Hooks, Outcome
from ._version import API_VERSION, VERSION
from .webhooks import SignatureError

__all__ = [
    "API_VERSION",
    "OPERATIONS",
    "UNSET",
    "VERSION",
    "ApiError",
    "AsyncListing",
    "AsyncTributary",
    "Attempt",
    "CallOptions",
    "ConnectionFailed",
    "ErrorCode",
    "Hooks",
    "Listing",
    "Outcome",
    "Page",
    "SignatureError",
    "TimedOut",
    "Tributary",
    "TributaryError",
    "Unset",
    "models",
    "webhooks",
]
