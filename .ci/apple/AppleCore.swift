// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Stub of the types of Core Foundation. Where Swift bridges one to a type of its own, the stub is that type, because a conversion with `as`
// must compile without Objective-C.
//
// Source: developer.apple.com/documentation/corefoundation
import Foundation

public typealias CFTypeRef = Any
public typealias CFString = String
public typealias CFData = Data
public typealias CFDate = Date
public typealias CFArray = [Any]
public typealias CFDictionary = [AnyHashable: Any]
public typealias CFIndex = Int
public typealias OSStatus = Int32

public final class CFAllocator {}
public final class CFError {}

public func CFErrorGetCode(_ err: CFError!) -> CFIndex { 0 }
