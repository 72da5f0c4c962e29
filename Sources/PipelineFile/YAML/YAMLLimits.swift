/// Limits of a YAML text.
struct YAMLLimits {
    /// Maximum file size, in bytes.
    var fileSize = 1 << 20
    /// Maximum nesting depth of lists and mappings.
    var depth = 32
    /// Maximum number of values, including the values that aliases expand to.
    var values = 10_000
}
