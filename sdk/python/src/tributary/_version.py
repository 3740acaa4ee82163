"""The version of this package, and of the API document that it was generated from."""

VERSION = "0.1.0"
API_VERSION = "1"
