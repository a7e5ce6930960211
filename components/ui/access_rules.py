"""Who may see data: what the secrets say about sign-in and the list of readers, and whom that admits; no Streamlit."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

OPEN_TO_NETWORK = "CXR_OPEN_TO_NETWORK"
"""Environment variable that lets everyone who reaches the server see everything, without sign-in."""

_SECONDS_PER_HOUR = 3600
_KEYS = ("addresses", "domains", "contact", "session_hours", "accept_missing_email_verified")


class AccessSettingsError(ValueError):
    """Settings that contradict each other or cannot be understood; nothing is served with such."""


class Verdict(Enum):
    """What is made of a visitor."""

    ADMITTED = "admitted"
    SIGNED_OUT = "signed out"
    EXPIRED = "expired"
    UNVERIFIED = "unverified"
    NOT_LISTED = "not listed"


@dataclass(frozen=True)
class AccessRules:
    """Who may see data.

    Attributes
    ----------
    needs_sign_in : bool
        Whether only readers see anything who signed in and are on the list.
    is_open : bool
        Whether everyone who reaches the server sees everything. With neither, only this computer is answered.
    addresses, domains : frozenset of str
        The list, casefolded: e-mail addresses, and what stands behind the `@` of everyone from there.
    contact : str
        Whom to ask for a place on the list.
    session_hours : float or None
        How long a sign-in counts; None for as long as the provider's identity token says.
    accepts_missing_verification : bool
        Whether an address counts of which the provider does not say whether it is verified.
    providers : tuple of str
        Names to give to `st.login`; the empty one is the provider described in `[auth]` itself.
    """

    needs_sign_in: bool = False
    is_open: bool = False
    addresses: frozenset[str] = frozenset()
    domains: frozenset[str] = frozenset()
    contact: str = ""
    session_hours: float | None = None
    accepts_missing_verification: bool = False
    providers: tuple[str, ...] = ()

    @property
    def is_shared(self) -> bool:
        """Whether others than the person at this computer may be readers."""
        return self.needs_sign_in or self.is_open

    def judge(self, user: Mapping[str, Any], now: float) -> Verdict:
        """Say what is made of a visitor.

        Parameters
        ----------
        user : mapping
            The claims of the identity token and Streamlit's `is_logged_in`; empty for who never signed in.
        now : float
            Seconds since 1970.
        """
        if not self.needs_sign_in:
            return Verdict.ADMITTED
        if user.get("is_logged_in") is not True:
            return Verdict.SIGNED_OUT
        ends = self._ends(user)
        if ends is None or now >= ends:
            return Verdict.EXPIRED
        address = address_of(user)
        # A string where a provider knows no better (Amazon Cognito, Apple).
        verified = user.get("email_verified")
        is_verified = verified is True or verified == "true" or (verified is None and self.accepts_missing_verification)
        if not address or not is_verified:
            return Verdict.UNVERIFIED
        is_listed = address in self.addresses or address.rpartition("@")[2] in self.domains
        return Verdict.ADMITTED if is_listed else Verdict.NOT_LISTED

    def _ends(self, user: Mapping[str, Any]) -> float | None:
        """Return when a sign-in ends: Streamlit's own cookie would keep it for thirty days, whatever the token says."""
        if self.session_hours is None:
            return _number(user.get("exp"))
        begins = _number(user.get("iat"))
        return None if begins is None else begins + self.session_hours * _SECONDS_PER_HOUR


def address_of(user: Mapping[str, Any]) -> str:
    """Return the e-mail address of a user, casefolded; empty if it has none that is well formed."""
    address = user.get("email")
    return address.casefold() if isinstance(address, str) and _is_address(address) else ""


def rules_of(secrets: Mapping[str, Any], environment: Mapping[str, str]) -> AccessRules:
    """Read the rules from `[auth]` and `[access]` of the secrets and from the environment.

    Raises
    ------
    AccessSettingsError
        If something is misspelt, of the wrong kind or in contradiction; the message says what to do.
    """
    auth, access = secrets.get("auth"), secrets.get("access")
    opened = environment.get(OPEN_TO_NETWORK, "")
    if opened not in ("", "0", "1"):
        raise AccessSettingsError(f"{OPEN_TO_NETWORK} is 1 (everyone who reaches the server sees everything) or unset.")
    if auth is None:
        if access is not None:
            raise AccessSettingsError("The secrets hold a list of readers, [access], but no provider, [auth].")
        return AccessRules(is_open=opened == "1")
    if opened == "1":
        raise AccessSettingsError(f"{OPEN_TO_NETWORK}=1 lets everyone in, but [auth] asks for sign-in: remove one.")
    if not isinstance(auth, Mapping) or not isinstance(access, Mapping):
        raise AccessSettingsError("Sign-in needs two sections in the secrets: [auth], and [access] with the readers.")
    return _sign_in_rules(auth, access)


def is_this_computer(host: str) -> bool:
    """Whether a name or an address without port means the computer that it is used on.

    >>> is_this_computer("127.0.0.1"), is_this_computer("localhost"), is_this_computer("0.0.0.0")
    (True, True, False)
    """
    name = host.strip("[]").casefold()
    if name == "localhost":
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _sign_in_rules(auth: Mapping[str, Any], access: Mapping[str, Any]) -> AccessRules:
    unknown = sorted(set(access) - set(_KEYS))
    if unknown:
        raise AccessSettingsError(f"[access] has {', '.join(unknown)}, but knows only {', '.join(_KEYS)}.")
    addresses, domains = _words(access, "addresses"), _words(access, "domains")
    for address in addresses:
        if not _is_address(address):
            raise AccessSettingsError(f"[access] addresses: {address!r} is not of the form name@domain.")
    for domain in domains:
        if "@" in domain or "*" in domain or "." not in domain.strip("."):
            raise AccessSettingsError(f"[access] domains: {domain!r} is not what stands behind the @ of an address.")
    if not addresses and not domains:
        raise AccessSettingsError("[access] lists nobody: name addresses or domains, or no one can see anything.")
    hours = access.get("session_hours")
    if hours is not None and not (_number(hours) or 0) > 0:
        raise AccessSettingsError(f"[access] session_hours is a number of hours above 0, not {hours!r}.")
    accepts = access.get("accept_missing_email_verified", False)
    if not isinstance(accepts, bool):
        raise AccessSettingsError(f"[access] accept_missing_email_verified is true or false, not {accepts!r}.")
    named = tuple(str(name) for name, value in auth.items() if isinstance(value, Mapping) and "client_id" in value)
    return AccessRules(
        needs_sign_in=True,
        addresses=addresses,
        domains=domains,
        contact=str(access.get("contact", "")),
        session_hours=_number(hours),
        accepts_missing_verification=accepts,
        providers=(*(("",) if "client_id" in auth else ()), *named),
    )


def _words(section: Mapping[str, Any], key: str) -> frozenset[str]:
    words = section.get(key, [])
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise AccessSettingsError(f'[access] {key} is a list of texts, as in {key} = ["..."], not {words!r}.')
    return frozenset(word.strip().casefold() for word in words)


def _is_address(text: str) -> bool:
    name, _, domain = text.partition("@")
    return bool(name and domain) and "@" not in domain and not any(letter.isspace() for letter in text)


def _number(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
