"""Completes a command line in an interactive zsh, and prints the words that it lists.

    complete-in-zsh.py SCRIPT FOLDER LINE      FOLDER contains the tool
"""

import os, pathlib, pty, re, select, sys, tempfile, time

script, folder, line = sys.argv[1:]
with tempfile.TemporaryDirectory() as home:
    pathlib.Path(home, "_sluice").write_text(pathlib.Path(script).read_text())
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ |= {"HOME": home, "PATH": f"{folder}:{os.environ['PATH']}", "TERM": "dumb", "COLUMNS": "200", "PS1": "> "}
        os.chdir(home)
        os.execvp("zsh", ["zsh", "-f", "-i"])

    def read(until: str, seconds: float, silence: float) -> str:
        """Reads until a text, or until nothing was printed for `silence` seconds."""
        text, last = "", time.monotonic()
        deadline = last + seconds
        while time.monotonic() < min(deadline, last + silence) and until not in text:
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    text += os.read(terminal, 65536).decode(errors="replace")
                except OSError:
                    break
                last = time.monotonic()
        return text

    os.write(terminal, f"fpath=({home} $fpath); autoload -U compinit; compinit -u -D; unsetopt zle_bracketed_paste; LISTMAX=999; print rea''dy\n".encode())
    read("\nready", 20, 20)
    os.write(terminal, line.encode() + b"\t\t")
    answer = read("\0", 10, 2)
    os.write(terminal, b"\x03exit\n")
    os.close(terminal)
    print("\n".join(sorted(set(re.findall(r"[A-Za-z0-9_.-]+", answer)))))
