"""What the site has and in which order: pages below docs/, without .md.

A page that does not exist is left out, so that parts can come and go; a page of docs/ that is listed nowhere stops the build.
"""

PARTS = [
    ("Start", ["start", "install"]),
    ("Tutorials", ["tutorials/railway_engineer", "tutorials/bridge_engineer", "tutorials/researcher"]),
    ("Theory", [
        "theory/index", "theory/half_space", "theory/normal_contact", "theory/friction_and_rolling", "theory/fast_models",
        "theory/profiles", "theory/beams", "theory/finite_elements", "theory/time_integration", "theory/vehicles",
        "theory/train_bridge", "theory/elastic_wheel_and_rail", "theory/irregularities", "theory/norms",
        "theory/references"]),
    ("Handbook", [
        "command_line", "keys", "contact_inp", "profiles", "meshes_and_matrices", "studies", "results", "viewer", "rolling",
        "elastodynamics", "conventions"]),
    ("Python, C and C++", ["python", "gallery", "reference/python", "c_library", "reference/c", "reference/cpp/index"]),
    ("Can I trust it?", ["verification", "validation/index", "reproduction"]),
    ("Inside", ["architecture", "contributing", "changelog"]),
]

# Pages that are made of files beside docs/.
ROOT_PAGES = {"contributing": "CONTRIBUTING.md", "changelog": "CHANGELOG.md"}


def listed():
    return {name for _, names in PARTS for name in names}
