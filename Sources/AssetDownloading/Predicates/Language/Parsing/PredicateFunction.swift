import Media

/// A function of the language.
enum PredicateFunction: String, Sendable, CaseIterable {
    case abs
    case ceiling
    case floor
    case trunc
    case sqrt
    case min
    case max
    case sum
    case average
    case count
    case lowercase
    case uppercase

    var isText: Bool { self == .lowercase || self == .uppercase }
    /// Whether it accepts a list or several numbers.
    var takesList: Bool { [.min, .max, .sum, .average, .count].contains(self) }
}
