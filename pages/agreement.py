"""How far two annotation sets say the same."""

from __future__ import annotations

import streamlit as st

from components.figures import intervals, theme
from components.tables import overlap
from components.tables.case_filter import rows_of
from components.ui import cached, case_filter, chart, notices, release, source_choice, split_choice, summary_table
from components.ui.markdown import markdown_text

dataset = release.current()
split = split_choice.current(dataset)
with_masks = [annotated for annotated in dataset.sets_of(split) if annotated.has_masks]

st.title("Agreement")
notices.show_missing(dataset, split)
if len(with_masks) < 2:
    st.info("Two sources with masks are needed to compare; this split has fewer. See the Data page for what was found.")
    st.stop()

cases = case_filter.show(dataset, split, key="agreement_filter")
left, right = st.columns(2)
with left:
    set_a = source_choice.show_one("Reference", with_masks, key="a", index=0)
with right:
    others = [annotated for annotated in with_masks if annotated.key != set_a.key]
    set_b = source_choice.show_one("Compared with it", others, key="b", index=0)
by_image = st.toggle(
    "Resample images, as in the paper",
    key="by_image",
    bind="query-params",
    help="Off: patients are resampled with all their images, since images of one patient are not independent.",
)

pairs = rows_of(cached.pair_table(dataset, split, set_a.key, set_b.key), cases.index)
if pairs.empty:
    st.info("No case of this split meets the filter. Take a condition away, or clear it.")
    st.stop()
summary = overlap.pair_summary(pairs, dataset.pathologies, dataset.cases["patient"], by_patient=not by_image)
label = f"{set_a.label} against {set_b.label}"

st.subheader(markdown_text(label))
if summary["n"].sum():
    info = intervals.agreement_info(
        pairs, summary, dataset.pathologies, label, theme.source_styles(dataset.sources())[set_b.key]
    )
    chart.show(
        intervals.agreement_figure(info),
        key="agreement",
        alt=f"Intersection over union of {label}: one point a case, with the mean of each pathology and its interval.",
        opens_cases=True,
    )
else:
    st.info("On no case did both sources draw the same pathology, so there is no overlap to show.")
st.caption(
    "Each point is the intersection over union (IoU) of the two masks on one case where both drew the pathology: "
    "1 is the same area, 0 no common pixel. The bar is the mean with a 95 % bootstrap interval "
    f"(1,000 resamples of {'images' if by_image else 'patients'}, seed 0); it is faded where fewer than "
    f"{intervals.FEW_CASES} cases were scored. A click on a point opens its case."
)
summary_table.show_agreement(summary, file_name=f"iou_{set_a.key}_{set_b.key}_{split}.csv")
without = [case_id for case_id in cases.index if not set_b.has_case(case_id)]
summary_table.show_cases(f"Cases that {set_b.label} does not know", without)
