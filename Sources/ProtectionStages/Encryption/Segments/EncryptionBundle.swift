import ContentProtection
import Media
import StageKit

/// Segments that one task encrypts: one whose samples are encrypted, or whole segments with the same key, which take less
/// time together.
struct EncryptionBundle: Sendable {
    fileprivate var jobs: [EncryptionJob]
    /// The positions of the segments in the order of messages.
    fileprivate var positions: [Int]

    fileprivate func accepts(_ job: EncryptionJob) -> Bool {
        guard case .whole(let cipher, _) = job.work, case .whole(let own, _) = jobs[0].work else { return false }
        return own.hasKey(of: cipher)
    }

    /// Returns the encrypted segments with their positions. Throws if one of them cannot be decrypted again.
    func run(memory: MemoryPool) throws(StageError) -> [EncryptedSegment] {
        let encrypted = wholeSegments(memory)
        var results: [EncryptedSegment] = []
        for (index, job) in jobs.enumerated() {
            do throws(ProtectionError) {
                let segment = try encrypted.isEmpty ? job.run(memory: memory) : job.result(ByteRope(encrypted[index]))
                results.append(EncryptedSegment(position: positions[index], segment: segment))
            } catch {
                throw StageError(
                    .elementFailed,
                    "cannot encrypt segment \(job.segment.index) of rendition '\(job.segment.rendition.id)': \(error)")
            }
        }
        return results
    }

    /// The encrypted segments if they are encrypted as a whole; empty otherwise.
    private func wholeSegments(_ memory: MemoryPool) -> [ByteSlice] {
        guard case .whole(let cipher, _) = jobs[0].work else { return [] }
        let resources = jobs.compactMap { job -> (content: ByteRope, vector: InitializationVector)? in
            guard case .whole(_, let vector) = job.work else { return nil }
            return (job.segment.data, vector)
        }
        return cipher.encrypt(resources, memory: memory)
    }
}

extension [EncryptionBundle] {
    /// Adds a job to the bundle that accepts it, or to a new one.
    mutating func append(_ job: EncryptionJob, position: Int) {
        guard let index = firstIndex(where: { $0.accepts(job) }) else {
            return append(EncryptionBundle(jobs: [job], positions: [position]))
        }
        self[index].jobs.append(job)
        self[index].positions.append(position)
    }
}
