import Foundation
import Glibc

/// A controller and nodes of Slurm on this machine, with their own configuration and credentials.
struct SlurmCluster {
    private let folder: URL
    private let programs: [RunningProgram]

    /// The reason why a cluster cannot run here; nil if it can.
    static var absence: String? {
        if geteuid() != 0 { return "slurmd requires root" }
        let missing = ["munged", "slurmctld", "slurmd"].first { access("/usr/sbin/\($0)", X_OK) != 0 }
        return missing.map { "\($0) is not installed (slurm-wlm, munge)" }
    }

    /// The environment of Slurm's commands.
    var environment: [String: String] { ["SLURM_CONF": folder.appending(path: "slurm.conf").path] }

    private static func configuration(_ nodes: Int, _ path: String) -> String {
        var host = [CChar](repeating: 0, count: 256)
        gethostname(&host, 255)
        let name = String(decoding: host.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let short = String(name.prefix { $0 != "." })
        let port = Int.random(in: 20000..<40000)
        return """
            ClusterName=test
            SlurmctldHost=\(short)(127.0.0.1)
            SlurmctldPort=\(port)
            SlurmctldPidFile=\(path)/slurmctld.pid
            SlurmdPidFile=\(path)/slurmd-%n.pid
            SlurmUser=root
            AuthType=auth/munge
            CryptoType=crypto/munge
            AuthInfo=socket=\(path)/munge/socket,cred_expire=5
            StateSaveLocation=\(path)/state
            SlurmdSpoolDir=\(path)/spool/%n
            SlurmctldLogFile=\(path)/slurmctld.log
            SlurmdLogFile=\(path)/slurmd-%n.log
            ProctrackType=proctrack/linuxproc
            TaskPlugin=task/none
            JobAcctGatherType=jobacct_gather/none
            SchedulerType=sched/builtin
            SelectType=select/cons_tres
            SelectTypeParameters=CR_CPU
            ReturnToService=2
            SlurmdTimeout=10
            MpiDefault=none
            \((1...nodes).map { "NodeName=n\($0) NodeHostname=\(short) NodeAddr=127.0.0.1 Port=\(port + $0) CPUs=1" }
                .joined(separator: "\n"))
            PartitionName=all Nodes=n[1-\(nodes)] Default=YES MaxTime=INFINITE State=UP

            """
    }

    /// Starts a cluster with this number of nodes.
    static func start(nodes: Int, in scratch: Scratch) async throws -> SlurmCluster {
        let folder = scratch.file("slurm")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let path = folder.path
        for name in ["state", "spool", "munge"] {
            try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
        }
        chmod("\(path)/munge", 0o755)
        let key = Data((0..<128).map { _ in UInt8.random(in: 0...255) })
        try key.write(to: folder.appending(path: "munge.key"))
        chmod("\(path)/munge.key", 0o400)
        let text = configuration(nodes, path)
        try Data(text.utf8).write(to: folder.appending(path: "slurm.conf"))
        try Data("CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n".utf8).write(to: folder.appending(path: "cgroup.conf"))
        var programs: [RunningProgram] = []
        func start(_ program: String, _ arguments: [String]) throws {
            var command = Command(program: program, arguments: arguments, folder: folder)
            command.environment = ["SLURM_CONF": "\(path)/slurm.conf"]
            programs.append(try command.start())
        }
        try start(
            "/usr/sbin/munged",
            [
                "--foreground", "--force", "--key-file=\(path)/munge.key", "--socket=\(path)/munge/socket",
                "--pid-file=\(path)/munge/pid", "--log-file=\(path)/munge/log", "--seed-file=\(path)/munge/seed",
            ])
        for _ in 0..<100 where access("\(path)/munge/socket", F_OK) != 0 {
            try await Task.sleep(for: .milliseconds(100))
        }
        try start("/usr/sbin/slurmctld", ["-D"])
        for node in 1...nodes {
            try FileManager.default.createDirectory(
                atPath: "\(path)/spool/n\(node)", withIntermediateDirectories: true)
            try start("/usr/sbin/slurmd", ["-D", "-N", "n\(node)"])
        }
        return SlurmCluster(folder: folder, programs: programs)
    }

    /// Ends all daemons.
    func stop() {
        for program in programs.reversed() { program.end() }
    }
}
