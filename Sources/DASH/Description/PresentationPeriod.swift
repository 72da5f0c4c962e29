package import Media

/// A part of a presentation with constant adaptation sets and keys (ISO/IEC 23009-1 5.3.2).
package struct PresentationPeriod: Sendable, Hashable {
    /// The identifier, unique in the presentation and constant between updates.
    package var id: String
    /// The start, from the start of the presentation.
    package var start: MediaTime
    package var adaptationSets: [AdaptationSet]

    package init(id: String, start: MediaTime = .zero, adaptationSets: [AdaptationSet]) {
        self.id = id
        self.start = start
        self.adaptationSets = adaptationSets
    }
}
