import EncodingJobs

/// Examines the requirements of a job on this machine.
struct JobDiagnosis {
    private let path: String?
    private let engine: String?

    init(_ path: String?, engine: String?) { (self.path, self.engine) = (path, engine) }

    func run() async throws -> ExitCode {
        var (findings, problems): ([String], [String]) = ([], [])
        let software = OpenedJob.software
        findings.append("sluice \(software.tool), GStreamer \(software.gstreamer)")
        if let path { try examine(OpenedJob(path), software, &findings, &problems) }
        if engine != "local" {
            do throws(JobError) {
                let configuration = try await SlurmConfiguration.current()
                findings.append("Slurm responds; array jobs have up to \(configuration.arrayLimit) elements")
                problems += configuration.advice
            } catch {
                if engine == "slurm" {
                    problems.append(error.message)
                } else {
                    findings.append("no Slurm: \(error.message)")
                }
            }
        }
        Console.write(findings.map { "ok: \($0)\n" }.joined())
        Console.error(problems.map { "problem: \($0)\n" }.joined())
        return problems.isEmpty ? .done : .runFailed
    }

    private func examine(
        _ job: OpenedJob, _ software: JobSoftware, _ findings: inout [String], _ problems: inout [String]
    ) throws(JobError) {
        let differences = job.plan.software.differences(from: software)
        if differences.isEmpty {
            findings.append("the plan was made with this software")
        } else {
            problems.append("this machine has other software than the plan: \(differences.joined(separator: "; "))")
        }
        for input in job.plan.inputs {
            do throws(JobError) {
                try input.validate()
                findings.append("'\(input.path)' is unchanged")
            } catch {
                problems.append(error.message)
            }
        }
        findings.append("'\(job.folder.output)' has \(job.folder.freeBytes >> 20) MiB of free space")
        do throws(JobError) {
            _ = try JobPipeline.load(job.plan, catalogue: .tool, plugins: .standard)
            findings.append("the pipeline can be loaded")
        } catch {
            problems.append(error.message)
        }
    }
}
