import Glibc
import Media

/// The scripts with which engines process tasks: repetition on this machine, and the exit codes that they expect.
package enum TaskScript {
    /// The variable with the number of times that the tasks were submitted.
    static let roundVariable = "SLUICE_JOB_ROUND"

    /// Returns a shell script that processes the tasks in one line of the file `tasks`, counted from 0 by the
    /// environment variable `variable`. `node` is the variable with the name of the machine, which is recorded
    /// if it has failed; nil if the engine selects another machine itself.
    package static func work(
        _ folder: JobFolder, tool: String, tasks: String, variable: String, node: String?
    ) -> String {
        let record = node.map { "echo \"$\($0)\" >> \(quoted(folder.failedNodes))" } ?? ":"
        return """
            #!/bin/sh
            # Processes the tasks of one array element, three times at most. Written by 'sluice job run'.
            line=$((${\(variable)} + 1))
            result=0
            for index in $(sed -n "${line}p" \(quoted(tasks))); do
                attempt=1
                while :; do
                    log=$(printf '%s/%04d.log' \(quoted(folder.logs)) "$index")
                    \(quoted(tool)) job work \(quoted(folder.planPath)) --index "$index" >>"$log" 2>&1
                    code=$?
                    if [ $code -eq 0 ]; then break; fi
                    # 75 and signals, which a shell reports as 128 and more, may not repeat.
                    if [ $attempt -ge 3 ] || { [ $code -ne 75 ] && [ $code -lt 128 ]; }; then
                        echo "task $index failed with exit code $code on $(hostname)" >&2
                        if [ $code -eq 75 ] || [ $code -ge 128 ]; then \(record); fi
                        result=1
                        break
                    fi
                    sleep $((attempt * 2))
                    attempt=$((attempt + 1))
                done
            done
            exit $result

            """
    }

    /// Returns a shell script that publishes the presentation.
    package static func stitch(_ folder: JobFolder, tool: String) -> String {
        """
        #!/bin/sh
        # Publishes the presentation once all tasks have ended. Written by 'sluice job run'.
        \(quoted(tool)) job stitch \(quoted(folder.planPath))
        code=$?
        round=${\(roundVariable):-1}
        # Tasks that failed because of their machine are processed again without it.
        if [ $code -eq 75 ] && [ $round -lt 3 ] && [ -s \(quoted(folder.failedNodes)) ]; then
            export \(roundVariable)=$((round + 1))
            exec \(quoted(tool)) job resume \(quoted(folder.planPath))
        fi
        exit $code

        """
    }

    /// Returns a word of a shell command.
    package static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

    /// Stores an executable script.
    static func store(_ text: String, at path: String) throws(JobError) {
        try FileTree.replace(path, with: .init(Array(text.utf8)))
        chmod(path, 0o755)
    }
}
