import Media

/// The descriptions of a job for engines that this tool does not control.
package enum JobExport: String, Sendable, CaseIterable {
    case kubernetes
    case awsBatch = "aws-batch"
    case htcondor

    /// Returns the description. `image` is the container image with this tool.
    package func text(_ plan: JobPlan, image: String, tool: String) -> String {
        switch self {
        case .kubernetes: Self.kubernetes(plan, image)
        case .awsBatch: Self.awsBatch(plan, image)
        case .htcondor: Self.htcondor(plan, tool)
        }
    }

    private static func planPath(_ plan: JobPlan) -> String { "\(plan.output)/\(JobPlan.path)" }
    private static func name(_ plan: JobPlan) -> String { "sluice-\(plan.identity.prefix(12))" }

    /// An Indexed Job for the tasks, and a Job whose stitching is repeated until all tasks are done.
    private static func kubernetes(_ plan: JobPlan, _ image: String) -> String {
        """
        # kubectl apply -f FILE. The volume claim 'media' contains \(plan.output) and the input at the same paths.
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: \(name(plan))
        spec:
          completionMode: Indexed
          completions: \(plan.tasks.count)
          parallelism: \(min(plan.tasks.count, 100))
          backoffLimitPerIndex: \(plan.hasAnalysis ? 1000 : 3)
          podFailurePolicy:
            rules:
              # 75 and signals are repeated; other codes mean a wrong plan or input.
              - action: FailIndex
                onExitCodes: { operator: In, values: [1, 2, 64, 70] }
        \(pod(plan, image, #""job", "work", \#(quoted(planPath(plan)))"#))
        ---
        apiVersion: batch/v1
        kind: Job
        metadata:
          name: \(name(plan))-stitch
        spec:
          backoffLimit: 1000
        \(pod(plan, image, #""job", "stitch", \#(quoted(planPath(plan)))"#))

        """
    }

    private static func pod(_ plan: JobPlan, _ image: String, _ arguments: String) -> String {
        """
          template:
            spec:
              restartPolicy: Never
              containers:
                - name: sluice
                  image: \(image)
                  args: [\(arguments)]
                  workingDir: \(quoted(plan.workingFolder))
                  volumeMounts:
                    - { name: media, mountPath: \(quoted(root(plan))) }
              volumes:
                - { name: media, persistentVolumeClaim: { claimName: media } }
        """
    }

    /// The first folder of the output, which is mounted.
    private static func root(_ plan: JobPlan) -> String {
        "/" + (plan.output.split(separator: "/").first.map(String.init) ?? "")
    }

    private static func awsBatch(_ plan: JobPlan, _ image: String) -> String {
        func only(_ verb: String, _ isArray: Bool) -> String {
            verb == "work" && !isArray ? #", "--index", "0""# : ""
        }
        let analyses = plan.analysisCount
        func submission(_ name: String, _ verb: String, isArray: Bool, _ rest: String) -> String {
            """
              {
                "jobName": "\(name)",
                "jobQueue": "QUEUE",
                "jobDefinition": "DEFINITION",
                "containerOverrides": { "command": ["job", "\(verb)", \(quoted(planPath(plan)))\(only(verb, isArray))] },
                \(rest)
              }
            """
        }
        let retry = #""retryStrategy": { "attempts": 3 }"#
        func work(_ name: String, _ count: Int, after: String? = nil) -> String {
            // An array has at least two elements.
            let isArray = count > 1
            let size = isArray ? #""arrayProperties": { "size": \#(count) }, "# : ""
            let dependency = after.map { #""dependsOn": [{ "jobId": "\#($0)" }], "# } ?? ""
            return submission(name, "work", isArray: isArray, size + dependency + retry)
        }
        // The array of all tasks starts after the array of the analyses, which are the first tasks.
        let analysis = analyses > 0 ? ["\(work("\(name(plan))-analysis", analyses))"] : []
        let tasks = work(name(plan), plan.tasks.count, after: analyses > 0 ? "ANALYSIS" : nil)
        let stitch = submission(
            "\(name(plan))-stitch", "stitch", isArray: true, #""dependsOn": [{ "jobId": "WORK" }], \#(retry)"#)
        return "[\n\((analysis + [tasks, stitch]).joined(separator: ",\n"))\n]\n"
    }

    private static func htcondor(_ plan: JobPlan, _ tool: String) -> String {
        """
        # condor_submit FILE, then 'sluice job stitch \(planPath(plan))' (or both in a DAG).
        universe = vanilla
        executable = \(tool)
        arguments = "job work '\(planPath(plan))' --index $(Process)"
        initialdir = \(plan.workingFolder)
        should_transfer_files = NO
        on_exit_remove = (ExitBySignal == False) && (ExitCode != 75)
        max_retries = 3
        log = \(plan.output)/.job/logs/condor.log
        output = \(plan.output)/.job/logs/condor-$(Process).log
        error = \(plan.output)/.job/logs/condor-$(Process).log
        queue \(plan.tasks.count)

        """
    }

    /// Returns a string of JSON and YAML.
    private static func quoted(_ text: String) -> String {
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
