"""A seeded painter of synthetic chest X-rays, so that the app runs, and is shown, without anybody's patient."""

from data_access.adapters.chexlocalize_names import PATHOLOGIES
from data_access.phantom.case import PhantomCase, paint_case
from data_access.phantom.cohort import LABELS, Patient, draw_patient, pathologies_of_study

__all__ = ["LABELS", "PATHOLOGIES", "Patient", "PhantomCase", "draw_patient", "paint_case", "pathologies_of_study"]
