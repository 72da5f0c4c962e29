import EncodingJobs
import Foundation
import Media
import Testing

@Suite struct JobEngineTests {
    @Test func arraysAreNeverLongerThanTheClusterAllows() {
        #expect(SlurmEngine.elements([4, 5, 9], limit: 1000) == [[4], [5], [9]])
        #expect(SlurmEngine.elements(Array(0..<5), limit: 2) == [[0, 1, 2], [3, 4]])
        #expect(SlurmEngine.elements([], limit: 2).isEmpty)
    }

    @Test func slowSettingsOfAClusterAreExplained() {
        let text =
            "AuthInfo = (null)\nMaxArraySize            = 1001\nSlurmdTimeout           = 300 sec\nMinJobAge = 300 sec\n"
            + "SchedulerParameters = bf_interval=30\n"
        let configuration = SlurmConfiguration(parsing: text)
        #expect(configuration.arrayLimit == 1000 && configuration.advice.count == 3)
        #expect(configuration.advice[0].contains("cred_expire=5"))
        #expect(configuration.advice[1].contains("sched_interval=2"))
        let fast = "AuthInfo = cred_expire=5\nSchedulerParameters = sched_interval=2,max_rpc_cnt=9\n"
        #expect(SlurmConfiguration(parsing: fast + "SlurmdTimeout = 10 sec\n").advice.isEmpty)
    }

    @Test func onlyOneAttemptIsPublished() async throws {
        let output = FileManager.default.temporaryDirectory.appending(path: "sluice-jobs-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: output) }
        let plan = try await ScriptedPipeline.job(output: output)
        let (folder, task) = (JobFolder(output: output), plan.tasks[1])
        try folder.store(plan)
        try folder.store(plan)
        for isFirst in [true, false] {
            let attempt = try AttemptFolder(task, in: folder)
            try attempt.store(ByteRope(Array("\(isFirst)".utf8)), at: "video/init.mp4")
            #expect(try attempt.publish(to: folder.result(task)) == isFirst)
        }
        #expect(try String(contentsOfFile: folder.file("video/init.mp4", of: task), encoding: .utf8) == "true")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.attempts).isEmpty)
        let other = try await ScriptedPipeline.job(chunk: .seconds(4), output: output)
        #expect(throws: JobError.self) { try folder.store(other) }
    }

    @Test(arguments: JobExport.allCases)
    func exportsNameThePlan(format: JobExport) async throws {
        let plan = try await ScriptedPipeline.job()
        let text = format.text(plan, image: "sluice", tool: "/usr/bin/sluice")
        #expect(text.contains("/out/.job/plan.json"))
        if format == .awsBatch { _ = try JSONSerialization.jsonObject(with: Data(text.utf8)) }
    }
}
