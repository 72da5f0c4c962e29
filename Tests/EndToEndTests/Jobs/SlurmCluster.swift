import Foundation
import Glibc

/// A controller and nodes of Slurm on this machine, with their own configuration, credentials, names and networks.
///
/// All daemons are in one namespace of processes, which ends with the cluster, and each node is in a network of its own.
struct SlurmCluster {
    private let folder: URL
    private let root: RunningProgram
    /// The first process of the namespaces.
    private let first: pid_t

    /// The reason why a cluster cannot run here; nil if it can.
    static var absence: String? {
        get async {
            if geteuid() != 0 { return "slurmd requires root" }
            let script = """
                for name in munged slurmctld slurmd ip; do
                    command -v $name >/dev/null || { echo "$name is not installed (slurm-wlm, munge, iproute2)"; exit 1; }
                done
                ip link add test type bridge && mount -t tmpfs tmpfs /run
                """
            let outcome = try? await Scratch.use { scratch in
                try await scratch.run("unshare", namespaces + ["sh", "-c", script])
            }
            if let text = outcome?.output, !text.isEmpty { return text }
            return outcome?.code == 0 ? nil : "this machine does not permit namespaces"
        }
    }

    private static let namespaces = ["--net", "--mount", "--uts", "--pid", "--fork", "--mount-proc", "--kill-child"]
    private var configuration: String { folder.appending(path: "slurm.conf").path }

    private static func configuration(_ nodes: Int, _ path: String) -> String {
        """
        ClusterName=test
        SlurmctldHost=control(10.77.0.1)
        SlurmctldPort=7817
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
        SchedulerParameters=sched_interval=2
        SelectType=select/cons_tres
        SelectTypeParameters=CR_CPU
        ReturnToService=2
        SlurmdTimeout=5
        TCPTimeout=2
        MessageTimeout=5
        MpiDefault=none
        \((1...nodes).map { "NodeName=n\($0) NodeHostname=n\($0) NodeAddr=10.77.0.\(10 + $0) CPUs=1" }
            .joined(separator: "\n"))
        PartitionName=all Nodes=n[1-\(nodes)] Default=YES MaxTime=INFINITE State=UP

        """
    }

    /// Starts a controller and nodes. `preparations` are shell commands that run in the mounts of a node, by its number.
    static func start(nodes: Int, preparations: [Int: String] = [:], in scratch: Scratch) async throws -> SlurmCluster {
        let folder = scratch.file("slurm")
        let path = folder.path
        for name in ["state", "munge"] + (1...nodes).map({ "spool/n\($0)" }) {
            try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
        }
        chmod("\(path)/munge", 0o755)
        try Data((0..<128).map { _ in UInt8.random(in: 0...255) }).write(to: folder.appending(path: "munge.key"))
        chmod("\(path)/munge.key", 0o400)
        try Data(configuration(nodes, path).utf8).write(to: folder.appending(path: "slurm.conf"))
        try Data("CgroupPlugin=cgroup/v1\nCgroupAutomount=no\n".utf8).write(to: folder.appending(path: "cgroup.conf"))
        let root = try Command(
            program: "unshare", arguments: namespaces + ["sleep", "infinity"], folder: folder, isIdle: true
        ).start()
        var first: pid_t?
        _ = try await eventually(within: 10) {
            let children = try? String(contentsOfFile: "/proc/\(root.pid)/task/\(root.pid)/children", encoding: .utf8)
            first = children.flatMap { pid_t($0.prefix { $0.isNumber }) }
            return first != nil
        }
        guard let first else { throw Unable("the namespaces have no process") }
        let cluster = SlurmCluster(folder: folder, root: root, first: first)
        _ = try await cluster.run(
            """
            set -e
            mount -t tmpfs tmpfs /run; hostname control; ip link set lo up
            ip link add hub type bridge; ip address add 10.77.0.1/24 dev hub; ip link set hub up
            munged --foreground --force --key-file=\(path)/munge.key --socket=\(path)/munge/socket \
                --pid-file=\(path)/munge/pid --log-file=\(path)/munge/log --seed-file=\(path)/munge/seed >munge.out 2>&1 &
            while ! [ -S \(path)/munge/socket ]; do sleep 0.05; done
            """
        ).succeeded()
        try await cluster.startController()
        for node in 1...nodes {
            _ = try await cluster.run(
                """
                set -e
                ip netns add n\(node); ip link add v\(node) type veth peer name eth0 netns n\(node)
                ip link set v\(node) master hub up; ip -n n\(node) link set lo up
                ip -n n\(node) address add 10.77.0.\(10 + node)/24 dev eth0; ip -n n\(node) link set eth0 up
                ip netns exec n\(node) unshare --uts sh -ec 'hostname n\(node); \(preparations[node] ?? "")
                    exec slurmd -D -N n\(node)' >n\(node).out 2>&1 &
                """
            ).succeeded()
        }
        return cluster
    }

    /// Runs shell commands in the namespaces of the cluster.
    func run(_ script: String, limit: Double = 60) async throws -> Outcome {
        // The mount namespace of a chroot has the root of the system.
        let entry = [
            "--target", "\(first)", "--net", "--mount", "--uts", "--pid", "--root", "--wd", "sh", "-c", script,
        ]
        var command = Command(program: "nsenter", arguments: entry, folder: folder, limit: limit, isIdle: true)
        command.environment = ["SLURM_CONF": configuration]
        return try await command.run()
    }

    func startController() async throws {
        _ = try await run("slurmctld -D >controller.out 2>&1 & echo $! >controller.pid").succeeded()
    }

    /// Waits until the controller has saved the jobs that were submitted before.
    func waitForState() async throws {
        func date() throws -> Date? {
            let path = folder.appending(path: "state/job_state").path
            return try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        }
        let submitted = Date()
        _ = try await eventually(within: 30) { (try? date()) ?? .distantPast > submitted }
    }

    /// Kills the controller as a crash does.
    func killController() async throws { _ = try await run("kill -KILL $(cat controller.pid)").succeeded() }
    /// Kills all processes of a node as a power failure does.
    func kill(node: Int) async throws { _ = try await run("ip netns pids n\(node) | xargs kill -KILL").succeeded() }
    /// Disconnects a node from the network, or connects it again. Its disks remain available.
    func connect(node: Int, _ isConnected: Bool) async throws {
        _ = try await run("ip link set v\(node) \(isConnected ? "up" : "down")").succeeded()
    }

    /// The text of the log files of the daemons, for messages.
    var logs: String {
        ["slurmctld.log", "slurmd-n1.log", "controller.out", "n1.out"].map { name in
            "\(name):\n"
                + ((try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? "none").suffix(1500)
        }.joined(separator: "\n")
    }
}
