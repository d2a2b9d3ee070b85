module @Adafactor {
  func.func public @main(
    %param.param: tensor<6x4xf64> {tf.aliasing_output = 0 : i32, jax.arg_info = "param param"},
    %state.param.exp_avg_sq_row: tensor<6xf64> {tf.aliasing_output = 1 : i32, jax.arg_info = "state param exp_avg_sq_row"},
    %state.param.exp_avg_sq_col: tensor<4xf64> {tf.aliasing_output = 2 : i32, jax.arg_info = "state param exp_avg_sq_col"},
    %grad.param: tensor<6x4xf64> {jax.arg_info = "grad param"},
    %hyper.default.eps.0: tensor<f64> {jax.arg_info = "hyper default eps.0"},
    %hyper.default.eps.1: tensor<f64> {jax.arg_info = "hyper default eps.1"},
    %hyper.default.lr: tensor<f64> {jax.arg_info = "hyper default lr"},
    %hyper.default.clip_threshold: tensor<f64> {jax.arg_info = "hyper default clip_threshold"},
    %hyper.default.weight_decay: tensor<f64> {jax.arg_info = "hyper default weight_decay"},
    %step: tensor<i64> {jax.arg_info = "step"}
  ) -> (
    tensor<6x4xf64> {jax.result_info = "param param"},
    tensor<6xf64> {jax.result_info = "state param exp_avg_sq_row"},
    tensor<4xf64> {jax.result_info = "state param exp_avg_sq_col"}
  ) {
    %0 = stablehlo.reshape %state.param.exp_avg_sq_row : (tensor<6xf64>) -> tensor<6x1xf64>
    %1 = stablehlo.reshape %state.param.exp_avg_sq_col : (tensor<4xf64>) -> tensor<1x4xf64>
    %2 = stablehlo.convert %step : (tensor<i64>) -> tensor<f64>
    %3 = stablehlo.multiply %param.param, %param.param : tensor<6x4xf64>
    %4 = stablehlo.constant dense<0.0> : tensor<f64>
    %5 = stablehlo.reduce(%3 init: %4) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4xf64>, tensor<f64>) -> tensor<f64>
    %6 = stablehlo.constant dense<24.0> : tensor<f64>
    %7 = stablehlo.divide %5, %6 : tensor<f64>
    %8 = stablehlo.sqrt %7 : tensor<f64>
    %9 = stablehlo.maximum %8, %hyper.default.eps.1 : tensor<f64>
    %10 = stablehlo.multiply %hyper.default.lr, %9 : tensor<f64>
    %11 = stablehlo.constant dense<-0.8> : tensor<f64>
    %12 = stablehlo.power %2, %11 : tensor<f64>
    %13 = stablehlo.constant dense<1.0> : tensor<f64>
    %14 = stablehlo.subtract %13, %12 : tensor<f64>
    %15 = stablehlo.multiply %grad.param, %grad.param : tensor<6x4xf64>
    %16 = stablehlo.broadcast_in_dim %hyper.default.eps.0, dims = [] : (tensor<f64>) -> tensor<6x4xf64>
    %17 = stablehlo.add %15, %16 : tensor<6x4xf64>
    %18 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f64>) -> tensor<6x1xf64>
    %19 = stablehlo.multiply %18, %0 : tensor<6x1xf64>
    %20 = stablehlo.subtract %13, %14 : tensor<f64>
    %21 = stablehlo.reduce(%17 init: %4) applies stablehlo.add across dimensions = [1] : (tensor<6x4xf64>, tensor<f64>) -> tensor<6xf64>
    %22 = stablehlo.constant dense<4.0> : tensor<6xf64>
    %23 = stablehlo.divide %21, %22 : tensor<6xf64>
    %24 = stablehlo.reshape %23 : (tensor<6xf64>) -> tensor<6x1xf64>
    %25 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f64>) -> tensor<6x1xf64>
    %26 = stablehlo.multiply %25, %24 : tensor<6x1xf64>
    %27 = stablehlo.add %19, %26 : tensor<6x1xf64>
    %28 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f64>) -> tensor<1x4xf64>
    %29 = stablehlo.multiply %28, %1 : tensor<1x4xf64>
    %30 = stablehlo.reduce(%17 init: %4) applies stablehlo.add across dimensions = [0] : (tensor<6x4xf64>, tensor<f64>) -> tensor<4xf64>
    %31 = stablehlo.constant dense<6.0> : tensor<4xf64>
    %32 = stablehlo.divide %30, %31 : tensor<4xf64>
    %33 = stablehlo.reshape %32 : (tensor<4xf64>) -> tensor<1x4xf64>
    %34 = stablehlo.broadcast_in_dim %20, dims = [] : (tensor<f64>) -> tensor<1x4xf64>
    %35 = stablehlo.multiply %34, %33 : tensor<1x4xf64>
    %36 = stablehlo.add %29, %35 : tensor<1x4xf64>
    %37 = stablehlo.reduce(%27 init: %4) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x1xf64>, tensor<f64>) -> tensor<f64>
    %38 = stablehlo.constant dense<6.0> : tensor<f64>
    %39 = stablehlo.divide %37, %38 : tensor<f64>
    %40 = stablehlo.reshape %39 : (tensor<f64>) -> tensor<1x1xf64>
    %41 = stablehlo.broadcast_in_dim %40, dims = [0, 1] : (tensor<1x1xf64>) -> tensor<6x1xf64>
    %42 = stablehlo.divide %27, %41 : tensor<6x1xf64>
    %43 = stablehlo.sqrt %42 : tensor<6x1xf64>
    %44 = stablehlo.constant dense<1.0> : tensor<6x1xf64>
    %45 = stablehlo.divide %44, %43 : tensor<6x1xf64>
    %46 = stablehlo.sqrt %36 : tensor<1x4xf64>
    %47 = stablehlo.constant dense<1.0> : tensor<1x4xf64>
    %48 = stablehlo.divide %47, %46 : tensor<1x4xf64>
    %49 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<6x1xf64>) -> tensor<6x4xf64>
    %50 = stablehlo.broadcast_in_dim %48, dims = [0, 1] : (tensor<1x4xf64>) -> tensor<6x4xf64>
    %51 = stablehlo.multiply %49, %50 : tensor<6x4xf64>
    %52 = stablehlo.multiply %51, %grad.param : tensor<6x4xf64>
    %53 = stablehlo.multiply %52, %52 : tensor<6x4xf64>
    %54 = stablehlo.reduce(%53 init: %4) applies stablehlo.add across dimensions = [0, 1] : (tensor<6x4xf64>, tensor<f64>) -> tensor<f64>
    %55 = stablehlo.divide %54, %6 : tensor<f64>
    %56 = stablehlo.sqrt %55 : tensor<f64>
    %57 = stablehlo.divide %56, %hyper.default.clip_threshold : tensor<f64>
    %58 = stablehlo.maximum %57, %13 : tensor<f64>
    %59 = stablehlo.divide %10, %58 : tensor<f64>
    %60 = stablehlo.broadcast_in_dim %59, dims = [] : (tensor<f64>) -> tensor<6x4xf64>
    %61 = stablehlo.multiply %60, %52 : tensor<6x4xf64>
    %62 = stablehlo.multiply %hyper.default.weight_decay, %10 : tensor<f64>
    %63 = stablehlo.broadcast_in_dim %62, dims = [] : (tensor<f64>) -> tensor<6x4xf64>
    %64 = stablehlo.multiply %63, %param.param : tensor<6x4xf64>
    %65 = stablehlo.subtract %param.param, %64 : tensor<6x4xf64>
    %66 = stablehlo.subtract %65, %61 : tensor<6x4xf64>
    %67 = stablehlo.reshape %27 : (tensor<6x1xf64>) -> tensor<6xf64>
    %68 = stablehlo.abs %67 : tensor<6xf64>
    %69 = stablehlo.constant dense<2.2250738585072014e-308> : tensor<6xf64>
    %70 = stablehlo.constant dense<0.0> : tensor<6xf64>
    %71 = stablehlo.compare LT, %68, %69 : (tensor<6xf64>, tensor<6xf64>) -> tensor<6xi1>
    %72 = stablehlo.select %71, %70, %67 : tensor<6xi1>, tensor<6xf64>
    %73 = stablehlo.reshape %36 : (tensor<1x4xf64>) -> tensor<4xf64>
    %74 = stablehlo.abs %73 : tensor<4xf64>
    %75 = stablehlo.constant dense<2.2250738585072014e-308> : tensor<4xf64>
    %76 = stablehlo.constant dense<0.0> : tensor<4xf64>
    %77 = stablehlo.compare LT, %74, %75 : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xi1>
    %78 = stablehlo.select %77, %76, %73 : tensor<4xi1>, tensor<4xf64>
    return %66, %72, %78 : tensor<6x4xf64>, tensor<6xf64>, tensor<4xf64>
  }
}
