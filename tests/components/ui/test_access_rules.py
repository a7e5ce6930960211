"""Who may see data: the settings read, and visitors judged by them."""

from __future__ import annotations

from typing import Any

import pytest

from components.ui.access_rules import AccessRules, AccessSettingsError, Verdict, is_this_computer, rules_of

NOW = 1_000_000.0
AUTH = {"client_id": "explorer", "cookie_secret": "of the test"}
LIST = {"addresses": ["Reader@Clinic.example"], "domains": ["Hospital.example"]}


def rules(auth: Any = AUTH, **access: Any) -> AccessRules:
    return rules_of({"auth": auth, "access": LIST | access}, {})


def visitor(**claims: Any) -> dict[str, Any]:
    """Return a reader on the list who signed in a minute ago, with some claims changed, or left out where None."""
    user = {
        "is_logged_in": True,
        "email": "reader@clinic.example",
        "email_verified": True,
        "iat": NOW - 60,
        "exp": NOW + 60,
    }
    return {name: value for name, value in (user | claims).items() if value is not None}


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        pytest.param({}, Verdict.ADMITTED, id="address on the list"),
        pytest.param({"email": "READER@clinic.EXAMPLE"}, Verdict.ADMITTED, id="in capitals"),
        pytest.param({"email": "anyone@hospital.example"}, Verdict.ADMITTED, id="domain on the list"),
        pytest.param({"email": "other@clinic.example"}, Verdict.NOT_LISTED, id="domain of a listed address alone"),
        pytest.param({"email": "a@sub.hospital.example"}, Verdict.NOT_LISTED, id="subdomain"),
        pytest.param({"email": "a@nothospital.example"}, Verdict.NOT_LISTED, id="domain with the same end"),
        pytest.param({"email": "a@hospital.example.net"}, Verdict.NOT_LISTED, id="domain with the same start"),
        pytest.param({"email": "a@evil.example@hospital.example"}, Verdict.UNVERIFIED, id="two at signs"),
        pytest.param({"email": "hospital.example"}, Verdict.UNVERIFIED, id="a domain as address"),
        pytest.param({"email": "@hospital.example"}, Verdict.UNVERIFIED, id="no name"),
        pytest.param({"email": "a@hospital.example\n"}, Verdict.UNVERIFIED, id="line break"),
        pytest.param({"email": ["reader@clinic.example"]}, Verdict.UNVERIFIED, id="address of the wrong kind"),
        pytest.param({"email": None}, Verdict.UNVERIFIED, id="no address"),
        pytest.param({"email_verified": None}, Verdict.UNVERIFIED, id="not said to be verified"),
        pytest.param({"email_verified": False}, Verdict.UNVERIFIED, id="said not to be verified"),
        pytest.param({"email_verified": "true"}, Verdict.ADMITTED, id="verified as text"),
        pytest.param({"email_verified": 1}, Verdict.UNVERIFIED, id="verified as number"),
        pytest.param({"is_logged_in": None}, Verdict.SIGNED_OUT, id="never signed in"),
        pytest.param({"is_logged_in": False}, Verdict.SIGNED_OUT, id="signed out"),
        pytest.param({"is_logged_in": "true"}, Verdict.SIGNED_OUT, id="signed in as text"),
        pytest.param({"exp": NOW - 1}, Verdict.EXPIRED, id="ended a second ago"),
        pytest.param({"exp": NOW}, Verdict.EXPIRED, id="ends now"),
        pytest.param({"exp": None}, Verdict.EXPIRED, id="does not say when it ends"),
        pytest.param({"exp": True}, Verdict.EXPIRED, id="an end of the wrong kind"),
        pytest.param({"exp": NOW - 1, "email": "a@evil.example"}, Verdict.EXPIRED, id="ended, and a stranger"),
    ],
)
def test_who_is_admitted(claims: dict[str, Any], expected: Verdict) -> None:
    assert rules().judge(visitor(**claims), NOW) is expected


@pytest.mark.parametrize(
    ("claims", "expected"),
    [
        pytest.param({"exp": NOW - 1}, Verdict.ADMITTED, id="the token ended, the hours did not"),
        pytest.param({"iat": NOW - 7200}, Verdict.EXPIRED, id="the hours ended, the token did not"),
        pytest.param({"iat": None}, Verdict.EXPIRED, id="does not say when it began"),
    ],
)
def test_session_hours_take_the_place_of_the_token_s_end(claims: dict[str, Any], expected: Verdict) -> None:
    assert rules(session_hours=2).judge(visitor(**claims), NOW) is expected


@pytest.mark.parametrize(
    ("verified", "expected"),
    [
        pytest.param(None, Verdict.ADMITTED, id="not said"),
        pytest.param(False, Verdict.UNVERIFIED, id="said not to be verified"),
    ],
)
def test_a_provider_that_does_not_say_verified_can_be_trusted(verified: object, expected: Verdict) -> None:
    trusting = rules(accept_missing_email_verified=True)
    assert trusting.judge(visitor(email_verified=verified), NOW) is expected


@pytest.mark.parametrize(
    ("secrets", "environment", "needs_sign_in", "is_open"),
    [
        pytest.param({}, {}, False, False, id="nothing set"),
        pytest.param({"other": {}}, {"CXR_OPEN_TO_NETWORK": "0"}, False, False, id="other secrets, not open"),
        pytest.param({}, {"CXR_OPEN_TO_NETWORK": "1"}, False, True, id="open to the network"),
        pytest.param({"auth": AUTH, "access": LIST}, {}, True, False, id="sign-in"),
    ],
)
def test_what_the_settings_mean(
    secrets: dict[str, Any], environment: dict[str, str], needs_sign_in: bool, is_open: bool
) -> None:
    read = rules_of(secrets, environment)
    assert (read.needs_sign_in, read.is_open) == (needs_sign_in, is_open)
    assert read.is_shared is (needs_sign_in or is_open)
    assert (read.judge({}, NOW) is Verdict.ADMITTED) is not needs_sign_in


@pytest.mark.parametrize(
    ("secrets", "opened", "words"),
    [
        pytest.param({"auth": AUTH}, "", "two sections", id="no list"),
        pytest.param({"auth": AUTH, "access": {}}, "", "lists nobody", id="empty list"),
        pytest.param({"auth": AUTH, "access": "all"}, "", "two sections", id="a list of the wrong kind"),
        pytest.param({"access": LIST}, "", "no provider", id="no provider"),
        pytest.param({"auth": AUTH, "access": LIST}, "1", "remove one", id="open and closed"),
        pytest.param({}, "yes", "1 (everyone", id="open in another word"),
        pytest.param({"auth": AUTH, "access": {"adresses": ["a@b.example"]}}, "", "adresses", id="misspelt"),
        pytest.param({"auth": AUTH, "access": {"addresses": "a@b.example"}}, "", "list of texts", id="text for a list"),
        pytest.param({"auth": AUTH, "access": {"addresses": ["b.example"]}}, "", "name@domain", id="no address"),
        pytest.param({"auth": AUTH, "access": {"domains": ["@b.example"]}}, "", "behind the @", id="at sign"),
        pytest.param({"auth": AUTH, "access": {"domains": ["*.example"]}}, "", "behind the @", id="wildcard"),
        pytest.param({"auth": AUTH, "access": {"domains": ["example"]}}, "", "behind the @", id="a whole top level"),
        pytest.param({"auth": AUTH, "access": LIST | {"session_hours": 0}}, "", "above 0", id="no hours"),
        pytest.param({"auth": AUTH, "access": LIST | {"session_hours": "8"}}, "", "above 0", id="hours as text"),
        pytest.param(
            {"auth": AUTH, "access": LIST | {"accept_missing_email_verified": "no"}},
            "",
            "true or false",
            id="no as text",
        ),
    ],
)
def test_settings_that_are_not_understood_open_nothing(secrets: dict[str, Any], opened: str, words: str) -> None:
    with pytest.raises(AccessSettingsError) as error:
        rules_of(secrets, {"CXR_OPEN_TO_NETWORK": opened})
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("auth", "expected"),
    [
        pytest.param(AUTH, ("",), id="one without a name"),
        pytest.param({"cookie_secret": "x", "clinic": AUTH, "lab": AUTH}, ("clinic", "lab"), id="two by name"),
    ],
)
def test_providers_to_choose_from(auth: dict[str, Any], expected: tuple[str, ...]) -> None:
    assert rules(auth).providers == expected


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        pytest.param("localhost", True, id="name"),
        pytest.param("127.0.0.53", True, id="another loopback address"),
        pytest.param("::1", True, id="IPv6"),
        pytest.param("[::1]", True, id="IPv6 in brackets"),
        pytest.param("0.0.0.0", False, id="all addresses"),  # noqa: S104
        pytest.param("::", False, id="all addresses, IPv6"),
        pytest.param("192.168.1.7", False, id="in the network"),
        pytest.param("localhost.evil.example", False, id="a name that begins like it"),
        pytest.param("127.0.0.1.nip.io", False, id="a name that looks like an address"),
        pytest.param("", False, id="none"),
    ],
)
def test_this_computer_by_its_own_name(host: str, expected: bool) -> None:
    assert is_this_computer(host) is expected
