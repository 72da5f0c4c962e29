/// The configuration of a cluster that jobs depend on.
package struct SlurmConfiguration: Sendable, Hashable {
    private var values: [String: String] = [:]

    /// Parses the output of `scontrol show config`.
    package init(parsing text: String) {
        for line in text.split(whereSeparator: \.isNewline) {
            guard let equals = line.firstIndex(of: "=") else { continue }
            let key = line[..<equals].filter { !$0.isWhitespace }
            let value = line[line.index(after: equals)...].drop { $0 == " " }
            values[String(key)] = String(value)
        }
    }

    /// The configuration of this machine's cluster.
    package static func current() async throws(JobError) -> SlurmConfiguration {
        SlurmConfiguration(parsing: try await SlurmEngine.command("scontrol", ["show", "config"]))
    }

    /// The maximum number of elements of an array job.
    package var arrayLimit: Int { max(1, (number("MaxArraySize") ?? 1001) - 1) }

    /// The first number in a value, such as 300 in `300 sec`.
    private func number(_ key: String) -> Int? { values[key].flatMap { Int($0.prefix { $0.isNumber }) } }

    /// The number of an option in a value, such as 5 of `cred_expire` in `socket=/run/munge,cred_expire=5`.
    private func number(of option: String, in key: String) -> Int? {
        let parts = (values[key] ?? "").split { $0 == "," || $0 == ";" }
        return parts.first { $0.hasPrefix("\(option)=") }.flatMap { Int($0.dropFirst(option.count + 1)) }
    }

    /// The time after which a requeued task can start, in seconds.
    private var credentialLifetime: Int { number(of: "cred_expire", in: "AuthInfo") ?? 120 }
    /// The time between two runs of the scheduler over all jobs, in seconds.
    private var schedulerInterval: Int { number(of: "sched_interval", in: "SchedulerParameters") ?? 60 }

    /// The settings that slow down or prevent recovery, with remedies.
    package var advice: [String] {
        var result: [String] = []
        if credentialLifetime > 30 {
            result.append(
                "a requeued task waits \(credentialLifetime) s for its credential to expire; set AuthInfo=cred_expire=5 in "
                    + "slurm.conf")
        }
        if number("JobRequeue") == 0 {
            result.append("JobRequeue=0: tasks of a failed node are requeued only because sluice requests it")
        }
        if values["SchedulerParameters"] != nil, schedulerInterval > 10 {
            result.append(
                "a requeued task waits up to \(schedulerInterval) s for the scheduler; set "
                    + "SchedulerParameters=sched_interval=2")
        }
        if let timeout = number("SlurmdTimeout"), timeout > 30 {
            result.append("a dead node is noticed after \(timeout) s; set SlurmdTimeout=10 for faster recovery")
        }
        if let age = number("MinJobAge"), age < 60 {
            result.append("completed jobs are forgotten after \(age) s; 'sluice job status' then reads reports only")
        }
        return result
    }
}
