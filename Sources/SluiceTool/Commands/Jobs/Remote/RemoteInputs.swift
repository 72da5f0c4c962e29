import EncodingJobs
import HTTPStages
import Media
import SystemTime

/// Local copies of the inputs of a plan that are in object stores.
enum RemoteInputs {
    /// The seconds at the start of an input that are read for planning.
    private static let probe = 0.0...JobProbe.extent.seconds

    /// Reads the bytes that a task requires. Returns the local paths by URL, and the number of bytes.
    static func read(_ plan: JobPlan, _ task: JobTask, into folder: String) async throws -> (
        paths: [String: String], byteCount: Int
    ) {
        var (paths, total): ([String: String], Int) = ([:], 0)
        for (number, input) in plan.inputs.enumerated() {
            guard let url = ObjectURL(input.path) else { continue }
            let bucket = try bucket(of: url)
            guard let facts = try await bucket.facts(of: url.key) else {
                throw JobError("'\(url.text)' does not exist")
            }
            guard InputFile(url.text, byteCount: facts.byteCount, digest: facts.tag) == input else {
                throw JobError(
                    "'\(url.text)' has changed since the job was planned; plan it again into another folder")
            }
            let end = task.end.isIndefinite ? plan.duration : task.end
            let path = "\(folder)/\(number)-\(name(of: url))"
            total += try await RangedInput.read(
                bucket, url.key, size: facts.byteCount, to: path,
                portion: task.kind == .chunk || task.kind == .analysis
                    ? task.start.seconds...max(task.start.seconds, end.seconds) : nil)
            paths[url.text] = path
        }
        return (paths, total)
    }

    /// Reads the start and the index of an input for planning. Returns its local path, and its description for the plan.
    static func probe(_ url: ObjectURL, into folder: String) async throws -> (path: String, input: InputFile) {
        let bucket = try bucket(of: url)
        guard let facts = try await bucket.facts(of: url.key) else { throw JobError("'\(url.text)' does not exist") }
        let path = "\(folder)/\(name(of: url))"
        _ = try await RangedInput.read(bucket, url.key, size: facts.byteCount, to: path, portion: probe)
        return (path, InputFile(url.text, byteCount: facts.byteCount, digest: facts.tag))
    }

    private static func bucket(of url: ObjectURL) throws -> ObjectBucket {
        try ObjectBucket(url.bucket, ObjectAccess(environment: Console.environment), clock: SystemClock())
    }

    private static func name(of url: ObjectURL) -> Substring { url.key.split(separator: "/").last ?? "input" }
}
