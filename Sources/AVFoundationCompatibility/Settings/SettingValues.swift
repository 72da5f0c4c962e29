import Foundation

/// Returns a number from a dictionary of a program, whatever its type is; nil for other values.
func settingNumber(_ value: Any?) -> Double? {
    switch value {
    case let number as NSNumber: number.doubleValue
    case let number as any BinaryInteger: Double(number)
    case let number as any BinaryFloatingPoint: Double(number)
    case let truth as Bool: truth ? 1 : 0
    default: nil
    }
}

/// Returns an integer from a dictionary of a program, whatever its type is; nil for other values.
func settingInteger(_ value: Any?) -> Int? { settingNumber(value).flatMap { Int(exactly: $0) } }

/// Returns a truth value from a dictionary of a program, whatever its type is; nil for other values.
func settingTruth(_ value: Any?) -> Bool? { settingNumber(value).map { $0 != 0 } }
