// SPDX-License-Identifier: Apache-2.0
`default_nettype none

/// Stand-ins for the memories of lp_bpc_enc_serial and the corner-turn array, where data are not
/// looked at: all that is read is free.
module lp_bpc_queue;
  (* anyseq *) logic [63:0] pair;
  (* anyseq *) logic [255:0] sector;
  assign pair_o = pair;
  assign data_o = sector;
endmodule

/// See above.
module lp_bpc_rows;
  (* anyseq *) logic [255:0] sector;
  assign data_o = sector;
endmodule

/// See above.
module lp_bpc_corner;
  (* anyseq *) logic [63:0] pair;
  assign data_o = pair;
endmodule

`default_nettype wire
