public import Media

/// Makes `+` and `-` available with an import of this library: exports of types by name exclude operators, except those
/// of protocols.
extension MediaTime: AdditiveArithmetic {}
