/// The groups of sound that a presentation offers, all with the same members (RFC 8216bis 4.4.6.1.1).
///
/// A group is a codec and a layout; a member is a language in a role. Where a group lacks a member that another one
/// has, it takes that one's rendition, so that a player finds every language in every group.
struct AudioGroups {
    /// Sound that is offered as alternatives under one name.
    struct Group {
        var id: String
        /// In the order of the members; one for each of them.
        var renditions: [PresentationRendition]

        /// Of all its members, because a player may choose any of them.
        var codecs: [String] { renditions.flatMap(\.codecs).uniqued }
        /// Only one of them is pulled at a time: the one that needs most decides.
        var bandwidth: Bandwidth { renditions.reduce(.zero) { $0.union($1.bandwidth) } }
    }

    /// What renditions of several groups have in common that stand for each other.
    private struct Member {
        /// What is said of it, by the first that said so.
        var audio: PresentationRendition.Audio
        var names: Set<String>

        init(_ audio: PresentationRendition.Audio) {
            self.audio = audio
            names = Set(audio.name.map { [$0] } ?? [])
        }

        /// Whether both are the same language in the same role.
        func resembles(_ other: PresentationRendition.Audio) -> Bool {
            audio.language == other.language && audio.characteristics == other.characteristics
        }

        mutating func add(_ other: PresentationRendition.Audio) {
            audio.name = audio.name ?? other.name
            audio.isDefault = audio.isDefault ?? other.isDefault
            audio.isAutoselect = audio.isAutoselect ?? other.isAutoselect
            if let name = other.name { names.insert(name) }
        }
    }

    private struct CandidateGroup {
        var key: Key
        var renditions: [PresentationRendition]
        /// The position of each rendition's member.
        var members: [Int] = []

        func rendition(of member: Int) -> PresentationRendition? {
            members.firstIndex(of: member).map { renditions[$0] }
        }

        /// Whether another rendition of the list has one of these names.
        func contains(_ names: Set<String>, except position: Int) -> Bool {
            renditions.enumerated().contains { index, rendition in
                index != position && rendition.audio.first?.name.map(names.contains) ?? false
            }
        }
    }

    private var found: [Member] = []
    private(set) var groups: [Group] = []
    /// What is said of the members, in their order.
    var members: [PresentationRendition.Audio] { found.map(\.audio) }

    /// Groups for renditions of sound alone, in the order in which they come.
    init(_ renditions: [PresentationRendition]) {
        var lists: [CandidateGroup] = []
        for rendition in renditions {
            guard let audio = rendition.audio.first else { continue }
            let key = Key(group: audio.group, codecs: rendition.codecs.uniqued, channels: audio.channelCount)
            if let index = lists.firstIndex(where: { $0.key.matches(key) }) {
                lists[index].renditions.append(rendition)
            } else {
                lists.append(CandidateGroup(key: key, renditions: [rendition]))
            }
        }
        for index in lists.indices { findMembers(of: &lists[index]) }
        for list in lists { addGroup(list, completedFrom: lists) }
        nameGroups()
    }

    private mutating func findMembers(of list: inout CandidateGroup) {
        for (position, rendition) in list.renditions.enumerated() {
            guard let audio = rendition.audio.first else { continue }
            let free = found.indices.filter { !list.members.contains($0) && found[$0].resembles(audio) }
            let same = free.first { index in audio.name.map { found[index].names.contains($0) } ?? false }
            // Another name in another group is the same sound in another layout.
            if let member = same ?? free.first(where: { !list.contains(found[$0].names, except: position) }) {
                found[member].add(audio)
                list.members.append(member)
            } else {
                list.members.append(found.endIndex)
                found.append(Member(audio))
            }
        }
    }

    private mutating func addGroup(_ list: CandidateGroup, completedFrom lists: [CandidateGroup]) {
        let filled = found.indices.compactMap { member in
            list.rendition(of: member) ?? lists.lazy.compactMap { $0.rendition(of: member) }.first
        }
        // What differs in nothing is one group.
        guard !groups.contains(where: { $0.renditions.map(\.uri) == filled.map(\.uri) }) else { return }
        groups.append(Group(id: list.key.group ?? "", renditions: filled))
    }

    private struct Key {
        var group: String?
        var codecs: [String]
        var channels: Int

        /// Whether both are the same group; one that was given a name is its own.
        func matches(_ other: Key) -> Bool {
            group != nil || other.group != nil
                ? group == other.group : codecs == other.codecs && channels == other.channels
        }
    }

    private mutating func nameGroups() {
        var taken = Set(groups.map(\.id))
        let count = groups.count
        for index in groups.indices where groups[index].id.isEmpty {
            var number = index + 1
            groups[index].id = count == 1 ? "audio" : "audio-\(number)"
            while !taken.insert(groups[index].id).inserted {
                number += 1
                groups[index].id = "audio-\(number)"
            }
        }
    }
}

extension [String] {
    /// The elements in order, each once.
    var uniqued: [String] {
        reduce(into: []) { result, element in if !result.contains(element) { result.append(element) } }
    }
}
