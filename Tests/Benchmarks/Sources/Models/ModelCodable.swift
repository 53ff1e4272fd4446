// Two modules compile this folder: PlainModels, and MarkedModels with the condition MARKED. So each model is measured both ways.
#if MARKED
    package import Mimeograph

    /// The protocol of the models.
    package typealias ModelCodable = SynthesizedCodable

    /// The main models: whole documents, and the elements of large arrays.
    package enum Models {
        /// The reasons why models are coded by their own functions although they are marked; empty if all marks have an effect.
        package static var unmarkedReasons: [String] {
            let types: [any SynthesizedCodable.Type] = [
                Account.self, Article.self, Catalog.self, Catalog.Performance.self, Customer.self,
                FeatureCollection.self, FeatureCollection.Feature.self, GLD.Claim.self, GLD.EDI835.self,
                GLD.Passport.self, GLD.Person.self, GLD.PoliceRecord.self, GLD.ServiceLine.self, GLD.SimpleObject.self,
                GLD.StringArray.self, GLD.Telemetry.self, Order.self, Reading.self, TimelineStatus.self,
                TimelineUser.self, TwitterEntities.self, TwitterSearch.self, TwitterStatus.self, TwitterUser.self,
            ]
            return types.compactMap { type in type.unmarkedReason.map { "\(type): \($0)" } }
        }
    }
#else
    /// The protocol of the models.
    package typealias ModelCodable = Codable
#endif
