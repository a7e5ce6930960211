"""Sign-in with an OpenID provider that runs here: who sees films, and that their addresses alone are worth nothing."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from streamlit.web.server.starlette.starlette_app_utils import create_signed_value, decode_signed_value

from data_access.demo import write_demo
from tests.browser.conftest import Console, free_port, open_page, running, serve, settle

READER, STRANGER = "reader@clinic.example", "stranger@evil.example"
COOKIE, COOKIE_SECRET = "_streamlit_user", "known to this test alone"
SECRETS = """
[auth]
redirect_uri = "http://localhost:{{port}}/oauth2callback"
cookie_secret = "{cookie_secret}"
client_id = "explorer"
client_secret = "of the test"
server_metadata_url = "{provider}/.well-known/openid-configuration"

[access]
addresses = ["{reader}"]
"""

pytestmark = pytest.mark.browser


@pytest.fixture
def provider(tmp_path: Path) -> Iterator[str]:
    """Run an OpenID provider that knows two people."""
    address = f"http://localhost:{(port := free_port())}"
    command = [sys.executable, "-m", "oidc_provider_mock", "--port", str(port)]
    for person in (READER, STRANGER):
        command += ["--user-claims", json.dumps({"sub": person, "email": person, "email_verified": True})]
    with running(command, tmp_path / "provider", dict(os.environ), f"{address}/.well-known/openid-configuration"):
        yield address


@pytest.fixture
def guarded(provider: str, tmp_path: Path) -> Iterator[str]:
    """Serve a small release to one reader."""
    secrets = tmp_path / "secrets.toml"
    secrets.write_text(SECRETS.format(cookie_secret=COOKIE_SECRET, provider=provider, reader=READER))
    release = write_demo(tmp_path / "release", n_cases=4, size_hw=(160, 140))
    with serve(release, tmp_path / "home", "--secrets.files", str(secrets)) as served:
        yield served


def sign_in(page: Page, person: str) -> None:
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("button", name=person).click()
    expect(page.get_by_test_id("stApp")).to_be_visible()
    settle(page)


def sign_out(page: Page) -> None:
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="End session").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()


def end_sign_in(context: BrowserContext, address: str) -> None:
    """Let the identity token in the browser's cookie have ended, as it would have by waiting."""
    value = next(str(cookie["value"]) for cookie in context.cookies() if cookie["name"] == COOKIE)
    content = decode_signed_value(COOKIE_SECRET, COOKIE, value)
    assert content is not None
    claims = json.loads(content)
    claims["exp"] = claims["iat"]
    signed = create_signed_value(COOKIE_SECRET, COOKIE, json.dumps(claims)).decode()
    context.add_cookies([{"name": COOKIE, "value": signed, "url": address}])


def statuses(context: BrowserContext, addresses: list[str]) -> list[int]:
    return [context.request.get(address).status for address in addresses]


def test_films_and_downloads_are_for_readers_alone(
    provider: str, guarded: str, page: Page, browser: Browser, console: Console
) -> None:
    """The page comes after its servers, so that it is closed before they go."""
    console.expect(f"picocss|{provider}/favicon")  # the provider's own page, which would dress itself from the internet
    context = page.context

    # Signed out: the sign-in page and no other, whatever the link.
    open_page(page, f"{guarded}/gallery?split=test&case=patient64541_study1_view1_frontal")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    expect(page.get_by_test_id("stSidebarNav")).not_to_be_attached()
    expect(page.locator("body")).not_to_contain_text("patient")

    # A stranger is told so, and can try as somebody else.
    sign_in(page, STRANGER)
    expect(page.get_by_text(STRANGER)).to_be_visible()
    expect(page.get_by_text("You are signed in with this account, which is not on the list")).to_be_visible()
    expect(page.get_by_test_id("stSidebarNav")).not_to_be_attached()
    stranger = browser.new_context(storage_state=context.storage_state())
    sign_out(page)

    # A reader sees films, and takes a table away.
    sign_in(page, READER)
    expect(page.get_by_test_id("stSidebar").get_by_text(READER)).to_be_visible()
    page.get_by_test_id("stSidebarNav").get_by_text("Statistics").click()
    expect(page.get_by_role("heading", name="Statistics")).to_be_visible()
    settle(page)
    with page.expect_download() as download:
        page.get_by_test_id("stDownloadButton").first.get_by_role("button").click()
    assert statuses(context, [download.value.url]) == [200]
    page.get_by_test_id("stSidebarNav").get_by_text("Gallery").click()
    film = page.get_by_test_id("stImage").locator("img").first
    expect(film).to_be_visible()
    addresses = [film.evaluate("image => image.src"), download.value.url]
    assert all("/media/" in address for address in addresses)
    assert statuses(context, addresses[:1]) == [200]

    # The addresses are worth nothing to others.
    nobody = browser.new_context()
    assert statuses(nobody, addresses) == [401, 401]
    assert statuses(stranger, addresses) == [403, 403]

    # The sign-in ends; a new one lets the reader go on.
    end_sign_in(context, guarded)
    assert statuses(context, addresses) == [401, 401]
    open_page(page, f"{guarded}/gallery")
    expect(page.get_by_role("heading", name="Your sign-in has ended")).to_be_visible()
    expect(page.locator("body")).not_to_contain_text("patient")
    sign_in(page, READER)
    expect(page.get_by_test_id("stSidebar").get_by_text(READER)).to_be_visible()
    sign_out(page)
    assert statuses(context, addresses) == [401, 401]
    nobody.close()
    stranger.close()
