// A program that imports AVFoundation also sees Foundation with its URL sessions, and Dispatch, so this module exports
// them too.
@_exported public import Dispatch
@_exported public import Foundation
@_exported public import FoundationNetworking
