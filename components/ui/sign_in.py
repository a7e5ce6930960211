"""What a visitor sees who may not see data: why, and what to do; and where readers sign out."""

from __future__ import annotations

import streamlit as st

from components.ui.access_rules import AccessRules, Verdict, address_of
from components.ui.markdown import markdown_text

_TITLES = {
    Verdict.SIGNED_OUT: "Sign in",
    Verdict.EXPIRED: "Your sign-in has ended",
    Verdict.UNVERIFIED: "No access",
    Verdict.NOT_LISTED: "No access",
}


def show(rules: AccessRules, verdict: Verdict) -> None:
    """Show it in place of every page; says nothing of the data, not even whether there is any."""
    st.title(_TITLES[verdict])
    if verdict in (Verdict.UNVERIFIED, Verdict.NOT_LISTED):
        _show_refused(rules, verdict)
        return
    st.markdown("Only readers on the list of this explorer see its films.")
    # The provider leads back to the first page: Streamlit forgets where one came from.
    if st.query_params:
        st.caption("You followed a link: open it again once you are signed in.")
    for provider in rules.providers:
        label = f"Sign in with {markdown_text(provider)}" if provider else "Sign in"
        st.button(label, key=f"sign_in_{provider}", type="primary", on_click=st.login, args=[provider or None])


def show_reader() -> None:
    """Say in the sidebar who has signed in, and let them sign out; nothing where nobody has to."""
    user = st.user.to_dict()
    if user.get("is_logged_in"):
        with st.container(horizontal=True, vertical_alignment="center"):
            st.text(address_of(user), width="stretch")
            st.button("Sign out", key="sign_out", type="tertiary", on_click=st.logout)


def _show_refused(rules: AccessRules, verdict: Verdict) -> None:
    user = st.user.to_dict()
    st.text(address_of(user) or str(user.get("name") or "An account without an e-mail address"))
    if verdict is Verdict.UNVERIFIED:
        st.markdown("You are signed in with this account, but its provider does not say that the address is yours.")
    else:
        st.markdown("You are signed in with this account, which is not on the list of this explorer.")
    whom = markdown_text(rules.contact) or "whoever runs this explorer"
    st.markdown(f"Ask {whom} for a place on the list, or sign out and use another account.")
    st.button("Sign out", key="sign_out", type="primary", on_click=st.logout)
