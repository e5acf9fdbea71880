"""`python -m miskatonic` is the command `miskatonic`."""

import sys

from miskatonic.cli import main

sys.exit(main())
