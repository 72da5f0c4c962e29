import Media
import OnDemand
import StageKit
import Synchronization
import SystemFiles

/// The files of a presentation of a remote folder while it is being opened.
final class RemoteFolderAttempt: RemoteAttempt {
    private struct State {
        /// The name whose facts or index are missing.
        var needs: (name: String, content: RemoteFile?)?
        var states: [String: ObjectFacts?] = [:]
        var files: [String: MappedFile] = [:]
        var contents: [String: RemoteFile] = [:]
        var failure: StageError?
    }

    private let folder: RemoteFolder
    private let state = Mutex(State())

    init(_ folder: RemoteFolder) { self.folder = folder }

    var isComplete: Bool { state.withLock { $0.needs == nil && $0.failure == nil } }

    func load() async throws(StageError) {
        let (needs, failure) = state.withLock { ($0.needs, $0.failure) }
        if let failure { throw failure }
        guard let (name, content) = needs else { return }
        if let content {
            try await content.retainIndex()
        } else {
            try await folder.look(up: name)
        }
        state.withLock { $0.needs = nil }
    }

    func state(of name: String) -> MovieFolder.FileState? {
        guard let name = Self.normalized(name), let facts = facts(of: name) else { return nil }
        return MovieFolder.FileState(size: facts.size, tag: facts.validator)
    }

    func open(_ name: String) -> (file: MappedFile, state: MovieFolder.FileState)? {
        guard let name = Self.normalized(name), let facts = facts(of: name), let content = content(name, facts),
            let file = file(name, content)
        else { return nil }
        return (file, MovieFolder.FileState(size: facts.size, tag: facts.validator))
    }

    func read(_ name: String, limit: Int) -> [UInt8]? {
        guard let (file, _) = open(name), file.count <= limit else { return nil }
        return file.content.bytes
    }

    /// Stores do not list names.
    func names(in name: String, limit: Int) -> [String]? { nil }

    /// Resolves dot segments; nil for names outside.
    private static func normalized(_ name: String) -> String? {
        var parts: [Substring] = []
        for part in name.split(separator: "/") where part != "." {
            if part != ".." { parts.append(part) } else if parts.popLast() == nil { return nil }
        }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }

    private func facts(of name: String) -> ObjectFacts? {
        state.withLock { state in
            if let facts = state.states[name] { return facts }
            // Lookups after a missing result are speculation.
            guard state.needs == nil, state.failure == nil else { return nil }
            guard let facts = folder.facts(of: name) else {
                state.needs = (name, nil)
                return nil
            }
            state.states[name] = .some(facts)
            return facts
        }
    }

    private func content(_ name: String, _ facts: ObjectFacts) -> RemoteFile? {
        state.withLock { state in
            guard state.needs == nil, state.failure == nil else { return nil }
            if let content = state.contents[name] { return content }
            do throws(StageError) {
                let content = RemoteFile(name, facts, try folder.object(name, facts), folder)
                state.contents[name] = content
                state.needs = (name, content)
            } catch {
                state.failure = error
            }
            return nil
        }
    }

    private func file(_ name: String, _ content: RemoteFile) -> MappedFile? {
        state.withLock { state in
            if let file = state.files[name] { return file }
            state.files[name] = try? MappedFile(
                path: "/proc/self/fd/\(content.descriptor)", access: .random, partial: content)
            return state.files[name]
        }
    }
}
