/// A value of a program that the library stores and returns, such as an attachment.
// Safe because the library never uses the value: its type and its use from several threads are the program's.
struct UncheckedValue: @unchecked Sendable {
    let value: Any
}
