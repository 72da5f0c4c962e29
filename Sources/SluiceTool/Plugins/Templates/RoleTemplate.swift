import Foundation

/// The parts of a template that depend on the stage's role.
struct RoleTemplate {
    /// The second word of the stage's kind.
    let verb: String
    let stage: String
    let tests: String
    let pipeline: String
}
