"""The training commands: argument parsing and nothing else."""

import argparse
import sys
from pathlib import Path

from models.block_model.predict import ARTEFACTS as BLOCK_ARTEFACTS
from models.router.predict import ARTEFACTS as ROUTER_ARTEFACTS
from models.training.block_model import FOLDS
from models.training.block_model_files import make_block_model
from models.training.boards import BoardError
from models.training.router_files import make_router


def main(arguments: list[str] | None = None) -> int:
    """Run one command.

    Returns:
        0; 2 for boards that are not what it needs.
    """
    options = _parser().parse_args(arguments)
    try:
        print(options.run(options))
    except BoardError as error:
        print("models.training:", " ".join(str(error).split()), file=sys.stderr)
        return 2
    return 0


def _run_block_model(options: argparse.Namespace) -> str:
    target = options.to if options.folds == FOLDS else None
    return make_block_model(options.boards, target, options.score, folds=options.folds)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m models.training",
        description="Make the files of the models again from reviewed pages.",
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    router = commands.add_parser("router", help="which type of page it is")
    router.add_argument("boards", type=Path, metavar="BOARDS", help="folder with index.json")
    router.add_argument(
        "--to", type=Path, default=ROUTER_ARTEFACTS, metavar="FOLDER", help="other than the shipped"
    )
    router.set_defaults(run=lambda options: make_router(options.boards, options.to))
    blocks = commands.add_parser("block-model", help="which blocks of a page are its content")
    blocks.add_argument("boards", type=Path, metavar="BOARDS", help="folder with index.json")
    blocks.add_argument(
        "--to", type=Path, default=BLOCK_ARTEFACTS, metavar="FOLDER", help="other than the shipped"
    )
    blocks.add_argument(
        "--score", nargs="*", default=[], metavar="BOARD", help="scored too, not trained on"
    )
    blocks.add_argument(
        "--folds", type=int, default=FOLDS, help="parts of the domains; figures alone unless 5"
    )
    blocks.set_defaults(run=_run_block_model)
    return parser


if __name__ == "__main__":
    sys.exit(main())
