#include "engine/network_session_on.h"

namespace afterstate {

using Board3x3 = BasicBoard<3, 3>;

template std::unique_ptr<Session> network_session(const NTupleNetwork<Board3x3, ValueWeight>&, SpawnLaw);
template std::unique_ptr<Session> network_session(const NTupleNetwork<Board3x3, CoherenceWeight>&, SpawnLaw);
template std::unique_ptr<Session> network_session(const NTupleNetwork<Board3x3, AutostepWeight>&, SpawnLaw);

}  // namespace afterstate
