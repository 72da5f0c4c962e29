public import Foundation

// Names of Core Foundation in the declarations of Core Media, which Foundation on Linux does not declare.

/// A character string.
public typealias CFString = String
/// A dictionary with keys of type `String`.
public typealias CFDictionary = [String: Any]
/// An array of values.
public typealias CFArray = [Any]
/// A truth value.
public typealias CFBoolean = Bool
/// A number.
public typealias CFNumber = NSNumber
/// Any value.
public typealias CFTypeRef = Any
/// Bytes.
public typealias CFData = Data
/// The result of a function of Core Media; 0 is success.
public typealias OSStatus = Int32
/// A four-character code.
public typealias FourCharCode = UInt32
/// A four-character code.
public typealias OSType = UInt32
/// A number of items.
public typealias CMItemCount = Int
/// The index of an item.
public typealias CMItemIndex = Int

/// The default allocator.
public let kCFAllocatorDefault: CFAllocator? = nil
/// The allocator that does not deallocate.
public let kCFAllocatorNull: CFAllocator? = CFAllocator()
/// True.
public let kCFBooleanTrue: CFBoolean! = true
/// False.
public let kCFBooleanFalse: CFBoolean! = false
/// The result of a successful call.
public let noErr: OSStatus = 0
