#if os(Linux)
    // The only use of the runtime's own interfaces. `Mirror` needs a value, and gives neither offsets nor the names of cases.
    @_spi(Reflection) import Swift

    /// A stored property of a struct or a class.
    struct StoredProperty {
        let name: String
        /// Its distance from the beginning of the struct or the object, in bytes.
        let offset: Int
        let type: any Any.Type
        /// Whether it is not weak or unowned, so that its memory is that of a variable of the type.
        let isStrong: Bool
    }

    enum RuntimeMetadata {
        /// Returns the stored properties of a struct or a class; nil for other types, and for a program that was built without metadata for
        /// reflection.
        static func storedProperties(of owner: any Any.Type) -> [StoredProperty]? {
            // The runtime counts no properties in an enumeration.
            if caseCount(of: owner) != nil { return nil }
            var properties: [StoredProperty] = []
            let isKnown = unsafe _forEachField(of: owner, options: owner is AnyClass ? classes : []) {
                name,
                offset,
                type,
                _ in
                // SAFETY: the runtime passes a string with a zero at its end.
                let name = unsafe String(cString: name)
                let isStrong = isStrong(properties.count, of: owner)
                properties.append(StoredProperty(name: name, offset: offset, type: type, isStrong: isStrong))
                return true
            }
            return isKnown ? properties : nil
        }

        /// `_EachFieldOptions.classType`, which is a variable.
        private static var classes: _EachFieldOptions { _EachFieldOptions(rawValue: 1) }

        private static func isStrong(_ number: Int, of type: any Any.Type) -> Bool {
            var field = unsafe FieldMetadata()
            // SAFETY: the number is that of a field, and the runtime fills a structure of this layout.
            _ = unsafe swiftChildMetadata(type, index: number, fieldMetadata: &field)
            unsafe field.freeName?(field.name)
            return unsafe field.isStrong
        }

        /// Returns the number of cases of an enumeration; nil for other types.
        ///
        /// Source: `TargetEnumDescriptor` of `swift/ABI/Metadata.h`, whose layout is part of Swift's ABI.
        static func caseCount(of type: any Any.Type) -> Int? {
            // SAFETY: metadata of an enumeration has its kind in the first word, and the address of a descriptor in the second. The
            // descriptor has the number of cases with content in the lower three bytes at 20, and that of the others at 24.
            let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
            guard unsafe metadata[0] == 0x201, let descriptor = unsafe UnsafeRawPointer(bitPattern: metadata[1]) else {
                return nil
            }
            let withContent = unsafe descriptor.load(fromByteOffset: 20, as: UInt32.self) & 0xFF_FFFF
            return unsafe Int(withContent + descriptor.load(fromByteOffset: 24, as: UInt32.self))
        }

        /// Returns the memory of an optional after nil is stored there by the runtime, which writes no byte that does not say so.
        ///
        /// The compiler may copy an optional as a whole, with bytes of the content that mean nothing.
        ///
        /// - Parameter memory: As many bytes as the optional has, which is aligned to 16 bytes at most.
        static func storingNil<Content>(in memory: [UInt8], of type: Content.Type) -> [UInt8] {
            typealias Store = @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, UnsafeRawPointer) -> Void
            var memory = memory
            let type = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
            // SAFETY: see ``witness(_:of:)``.
            unsafe memory.withUnsafeMutableBytes {
                unsafe unsafeBitCast(witness(7, of: type), to: Store.self)($0.baseAddress, 1, 1, type)
            }
            return memory
        }

        /// Whether the optional in the memory is nil. The content, which may be no value, is not copied.
        static func isNil<Content>(_ memory: [UInt8], of type: Content.Type) -> Bool {
            typealias Load = @convention(c) (UnsafeRawPointer?, UInt32, UnsafeRawPointer) -> UInt32
            let type = unsafe unsafeBitCast(type, to: UnsafeRawPointer.self)
            // SAFETY: see ``witness(_:of:)``.
            return unsafe memory.withUnsafeBytes {
                unsafe unsafeBitCast(witness(6, of: type), to: Load.self)($0.baseAddress, 1, type)
            } == 1
        }

        /// Returns a function of a type's value witness table, whose address lies before the metadata: 6 is
        /// `getEnumTagSinglePayload`, 7 is `storeEnumTagSinglePayload`.
        ///
        /// Source: `ValueWitness.def` of `swift/ABI`, which is part of Swift's ABI.
        private static func witness(_ number: Int, of type: UnsafeRawPointer) -> UnsafeRawPointer {
            let table = unsafe type.load(fromByteOffset: -8, as: UnsafeRawPointer.self)
            return unsafe table.load(fromByteOffset: number * 8, as: UnsafeRawPointer.self)
        }

        /// Returns the name of the case that a key is; nil if it is not a case of an enumeration.
        static func caseName<Key: CodingKey>(of key: Key) -> String? {
            // SAFETY: the runtime returns a string with a zero at its end, which lives as long as the program.
            unsafe swiftEnumCaseName(key).map { unsafe String(cString: $0) }
        }
    }

    /// The structure `_FieldReflectionMetadata` of the standard library.
    @unsafe
    private struct FieldMetadata {
        var name: UnsafePointer<CChar>?
        var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
        var isStrong = false
        var isVariable = false
    }

    @_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
    private func swiftChildMetadata(
        _ type: any Any.Type,
        index: Int,
        fieldMetadata: UnsafeMutablePointer<FieldMetadata>
    ) -> any Any.Type

    @_silgen_name("swift_EnumCaseName")
    private func swiftEnumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
#endif
