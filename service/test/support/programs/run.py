# Runs the programs whose paths come on standard input, one per line, in one process; answers each with a line of JSON:
# everything it has printed, or why it failed.
import json
import sys
import traceback

for line in sys.stdin:
    printed = []

    def note(*values):
        shown = [getattr(value, "raw", value) for value in values]
        printed.append(shown[0] if len(shown) == 1 else shown)

    try:
        with open(line.strip(), encoding="utf-8") as file:
            code = file.read()
        exec(compile(code, line.strip(), "exec"), {"__name__": "__main__", "print": note})
        answer = {"printed": printed}
    except Exception:
        answer = {"failed": traceback.format_exc()}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
