"""The base of every answer."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Mapping, TypeVar

M = TypeVar("M", bound="Model")


@dataclass(frozen=True, kw_only=True)
class Model:
    """An answer of the service. `raw` is the JSON as it came, also fields that this version does not know."""

    NESTED: ClassVar[Mapping[str, Any]] = {}
    raw: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def from_dict(cls: type[M], data: Mapping[str, Any]) -> M:
        known = {one.name: _read(cls.NESTED.get(one.name), data.get(one.name)) for one in fields(cls) if one.name != "raw"}
        return cls(**known, raw=data)


def _read(kind: Any, value: Any) -> Any:
    if kind is None or value is None:
        return value
    if isinstance(value, list):
        return [kind.from_dict(one) if isinstance(one, Mapping) else one for one in value]
    return kind.from_dict(value) if isinstance(value, Mapping) else value
